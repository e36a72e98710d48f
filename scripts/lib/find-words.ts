import ts from 'typescript';

/**
 * Finds the user-visible texts in a source file of the pages, and the edits that look each up in the
 * dictionary. The English text is the key; expressions within it become placeholders, so that their order may
 * differ per language: `Written by {name} in {n} rounds` has the key `Written by {0} in {1} rounds`.
 */
export interface WordsOfFile {
  keys: FoundKey[];
  edits: { from: number; to: number; text: string }[];
}

/** Attributes and properties with user-visible text; others count only if they look like a sentence. */
const READ = new Set(
  `alt aria-label aria-description aria-roledescription aria-valuetext placeholder title label hint name words word none
  one many lead verb text summary note empty caption question detail fix message legend description unit what whose
  busyLabel doneLabel asks tells says`.split(/\s+/),
);
/** The subset of them that programs read as well: a single lower-case word stays. */
const MIXED = new Set(['name', 'text', 'what', 'note', 'word', 'verb', 'summary', 'detail']);
const NEVER = new Set(
  `class className href id key type role style for d viewBox src target rel accept autocomplete inputMode inputmode
  pointer kind data-turn aria-labelledby aria-describedby aria-controls aria-live aria-haspopup popover popovertarget
  enterkeyhint enterKeyHint transform points as lang dir rows translate scope spellcheck sandbox`.split(
    /\s+/,
  ),
);
const PROGRAM_ATTRIBUTES =
  /(?:^|\.)(?:addEventListener|removeEventListener|querySelector(?:All)?|closest|matches|getItem|setItem|removeItem|get|set|has|append|delete|getAttribute|setAttribute|createElement|matchMedia|split|replace|replaceAll|startsWith|endsWith|includes|indexOf|test|Error|TypeError|Event|CustomEvent|getPropertyValue|getContext|fetch|useKept|toLocaleString|toLocaleDateString|toLocaleTimeString|URL|URLSearchParams|RegExp|localeCompare|getElementById|post|patch|put|remove|download|act|ask|show|useRead|useReading)$/;
/** Names of constants and functions with classes, keys and addresses. */
const PROGRAM_TAGS =
  /^(?:class|key|path|address|href|shape|selector)[A-Z]?\w*$|(?:Class|Key|Path|Address|Href|Shape|Selector|_SELECTOR|_FIELDS)$/;
/** Elements within a sentence; any other ends it. */
const INLINE = new Set(
  'a abbr b bdi code em i kbd mark q small span strong sub sup time var When TurnLink br wbr'.split(' '),
);
const VERBATIM = new Set(['code', 'kbd', 'pre', 'samp']);
const DATA = new Set('class className shape href id key type src d viewBox pointer kind lang'.split(' '));
/** Marks a file or a statement whose texts stay as they are. */
const KEEP = /\bwords: keep\b/;
/** Marks a statement whose texts are all keys, which the code looks up itself. */
const ALL = /\bwords: all\b/;
/** The name of the program is not translated; a single letter is a key or a symbol. */
const isWorded = (text: string): boolean =>
  !isCode(text) && /\p{L}/u.test(text.replaceAll(/\{\d+\}|Proscenium|^\W*[A-Z]\W*$/g, ''));

/** Text with several lines, commands, headers and templates is typed or sent literally. */
const isCode = (text: string): boolean =>
  /\n|\{\{|^https?:|^\{ |^\w+\/\w+|^(?:ps_|curl|gh|npm|npx) |^[A-Z][\w-]+: Bearer /.test(text);

/**
 * True if a file has texts to translate. The API reference stays English, because its texts come from the
 * service.
 */
export const isTranslated = (file: string): boolean =>
  /\/web\/src\/.*\.tsx?$/.test(file.replaceAll('\\', '/')) &&
  !/\/web\/src\/(?:words\/say|reference\/)/.test(file);

/** A key, its line, and where the source spells it; null if code looks the key up itself (`words: all`). */
export interface FoundKey {
  key: string;
  line: number;
  spelling: Spelling | null;
}
/** The pieces of a text in the source. They follow each other without a gap, from `from` to `to`. */
export interface Spelling {
  kind: 'string' | 'attribute' | 'template' | 'jsx';
  from: number;
  to: number;
  /** Which texts of its choices this key has, in the order of the source. */
  choices: { cond: string; isYes: boolean }[];
  /** Places of what fills `{0}`, `{1}` and so on. */
  args: [from: number, to: number][];
}

type Piece = { outer: [number, number] } & (
  | { literal: string }
  | { node: ts.Expression | ts.JsxChild; range: [number, number] }
);
type Choice = { cond: string; yes: string; no: string };

/**
 * Visits all children regardless of the return value of `visit`: a truthy value would end TypeScript's own
 * walk.
 */
function visitChildren(node: ts.Node, visit: (node: ts.Node) => undefined): undefined {
  ts.forEachChild(node, (child) => {
    visit(child);
  });
}
function visitAll<N extends ts.Node>(nodes: readonly N[], visit: (node: N) => undefined): undefined {
  for (const node of nodes) visit(node);
}

export function findWords(file: string, source: string): WordsOfFile {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const words: WordsOfFile = { keys: [], edits: [] };
  if (KEEP.test(source.slice(0, tree.statements[0]?.getStart() ?? 0))) return words;

  const noteKey = (key: string, node: ts.Node, spelling: Spelling | null) =>
    words.keys.push({ key, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, spelling });
  const spell = (node: ts.Node, kind: 'string' | 'attribute' = 'string'): Spelling => ({
    kind,
    from: node.getStart(),
    to: node.end,
    choices: [],
    args: [],
  });
  const edit = (from: number, to: number, text: string): undefined => {
    words.edits.push({ from, to, text });
  };
  const isMarked = (mark: RegExp, node: ts.Node) =>
    (ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []).some(({ pos, end }) =>
      mark.test(source.slice(pos, end)),
    );
  const noteAll = (node: ts.Node): undefined => {
    if (ts.isStringLiteralLike(node)) noteKey(node.text, node, null);
    visitChildren(node, noteAll);
  };

  const visit = (node: ts.Node): undefined => {
    if (ts.isStatement(node) && isMarked(KEEP, node)) return;
    if (ts.isStatement(node) && isMarked(ALL, node)) return noteAll(node);
    if (ts.isPropertyAssignment(node) && isMarked(KEEP, node)) return;
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node))
      return;
    if (ts.isStringLiteralLike(node)) {
      if (isSentence(node.text)) takeLiteral(node);
      return;
    }
    if (ts.isTemplateExpression(node))
      return isSentence(templateText(node)) ? takeTemplate(node) : visitChildren(node, visit);
    if (ts.isTaggedTemplateExpression(node)) return visitChildren(node.template, visit);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return visitElement(node);
    if (ts.isJsxAttribute(node)) return visitAttribute(node);
    if (ts.isCaseClause(node)) return visitAll(node.statements, visit);
    if (ts.isElementAccessExpression(node)) return visit(node.expression);
    if (ts.isBinaryExpression(node) && isComparison(node)) {
      if (!ts.isStringLiteralLike(node.left)) visit(node.left);
      if (!ts.isStringLiteralLike(node.right)) visit(node.right);
      return;
    }
    if (
      (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
      node.name &&
      PROGRAM_TAGS.test(node.name.getText())
    )
      return visitProgram(node);
    if (ts.isPropertyAssignment(node)) {
      const name = ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : '';
      if (DATA.has(name)) return visitProgram(node.initializer);
      return READ.has(name) && !MIXED.has(name) ? visitRead(node.initializer) : visit(node.initializer);
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'say') {
      const [key, ...parts] = node.arguments;
      if (key && ts.isStringLiteralLike(key)) noteKey(key.text, key, spell(key));
      return visitAll([...(key && !ts.isStringLiteralLike(key) ? [key] : []), ...parts], visit);
    }
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && node.expression) {
      visit(node.expression);
      const ofPrograms = PROGRAM_ATTRIBUTES.test(node.expression.getText());
      for (const argument of node.arguments ?? []) (ofPrograms ? visitProgram : visit)(argument);
      return;
    }
    visitChildren(node, visit);
  };

  /** Visits code for programs: only functions in it may contain user-visible text. */
  const visitProgram = (node: ts.Node): undefined => {
    if (ts.isStringLiteralLike(node)) return;
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isJsxElement(node))
      return visit(node);
    visitChildren(node, visitProgram);
  };

  const visitRead = (node: ts.Node): undefined => {
    if (ts.isStringLiteralLike(node)) {
      if (isWorded(node.text)) takeLiteral(node);
      return;
    }
    if (ts.isTemplateExpression(node))
      return isWorded(templateText(node))
        ? takeTemplate(node)
        : visitAll(
            node.templateSpans.map(({ expression }) => expression),
            visitRead,
          );
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return visitRead(node.expression);
    if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      visitRead(node.whenTrue);
      return visitRead(node.whenFalse);
    }
    if (ts.isBinaryExpression(node) && !isComparison(node)) {
      const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
      (isAnd ? visit : visitRead)(node.left);
      return visitRead(node.right);
    }
    if (ts.isArrayLiteralExpression(node)) return visitAll(node.elements, visitRead);
    if (ts.isJsxExpression(node)) return visitAll(node.expression ? [node.expression] : [], visitRead);
    visit(node);
  };

  const visitAttribute = (node: ts.JsxAttribute): undefined => {
    const name = node.name.getText();
    const value = node.initializer;
    // The `name` of a form field is for programs, the `name` property of a component is for people.
    if (name === 'name' && /^[a-z]/.test(node.parent.parent.tagName.getText())) return;
    if (!value || (NEVER.has(name) && ts.isStringLiteral(value))) return;
    if (ts.isStringLiteral(value)) {
      if ((!READ.has(name) || MIXED.has(name)) && !isSentence(value.text)) return;
      if (!isWorded(value.text)) return;
      noteKey(tidy(value.text), value, spell(value, 'attribute'));
      return edit(value.getStart(), value.end, `{$say(${JSON.stringify(tidy(value.text))})}`);
    }
    if (NEVER.has(name)) return visitProgram(value);
    (READ.has(name) && !MIXED.has(name) ? visitRead : visit)(value);
  };

  const takeLiteral = (node: ts.StringLiteralLike): undefined => {
    const [lead, key, trail] = trimmed(node.text);
    noteKey(key, node, spell(node));
    const call = `$say(${JSON.stringify(key)})`;
    const bare = lead === '' && trail === '';
    edit(
      node.getStart(),
      node.end,
      bare
        ? call
        : `(${[lead && JSON.stringify(lead), call, trail && JSON.stringify(trail)].filter(Boolean).join(' + ')})`,
    );
  };

  const takeTemplate = (node: ts.TemplateExpression): undefined => {
    let at = node.head.end - '${'.length;
    const pieces: Piece[] = [{ literal: node.head.text, outer: [node.getStart() + 1, at] }];
    for (const { expression, literal } of node.templateSpans) {
      const [start, end] = [literal.getStart() + 1, literal.end - (ts.isTemplateTail(literal) ? 1 : 2)];
      pieces.push(
        { node: expression, range: [expression.getFullStart(), expression.end], outer: [at, start] },
        { literal: literal.text, outer: [start, end] },
      );
      at = end;
    }
    takePieces(node, pieces, [node.getStart(), node.end], false);
  };

  /** Visits the children of an element: each run of text and inline elements is one key. */
  const visitElement = (node: ts.JsxElement | ts.JsxFragment): undefined => {
    if (ts.isJsxElement(node)) visit(node.openingElement);
    if (ts.isJsxElement(node) && VERBATIM.has(tagName(node)))
      return visitAll(
        node.children.filter((child) => !ts.isJsxText(child)),
        visit,
      );
    let run: ts.JsxChild[] = [];
    const close = () => {
      takeRun(run);
      run = [];
    };
    for (const child of node.children) {
      if (endsRun(child)) {
        close();
        visitChild(child);
      } else run.push(child);
    }
    close();
  };

  const visitChild = (child: ts.JsxChild): undefined => {
    if (ts.isJsxExpression(child)) visitRead(child);
    else if (!ts.isJsxText(child)) visit(child);
  };

  const takeRun = (whole: ts.JsxChild[]): undefined => {
    const run = [...whole];
    const isEdge = (child: ts.JsxChild | undefined) =>
      child !== undefined &&
      (isBlank(child) ||
        ((ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child)) && !isBound(child, run)));
    while (isEdge(run[0])) visitChild(run.shift() as ts.JsxChild);
    while (isEdge(run.at(-1))) visitChild(run.pop() as ts.JsxChild);
    if (
      !run.some((child) => isWorded(nodeText(child) ?? '') || (run.length > 1 && isWorded(choiceOf(child))))
    )
      return visitAll(run, visitChild);
    const pieces: Piece[] = [];
    for (const child of run) {
      const text = nodeText(child);
      const outer: [number, number] = [child.getFullStart(), child.end];
      if (text !== null) pieces.push({ literal: text, outer });
      else if (!ts.isJsxExpression(child))
        pieces.push({ node: child, range: [child.getStart(), child.end], outer });
      else if (child.expression)
        pieces.push({
          node: child.expression,
          range: [child.expression.getFullStart(), child.expression.end],
          outer,
        });
    }
    const [first, last] = [run[0], run.at(-1)];
    if (first && last) takePieces(first, pieces, [first.getFullStart(), last.end], true);
  };

  const takePieces = (
    node: ts.Node,
    pieces: Piece[],
    [from, to]: [number, number],
    isJsx: boolean,
  ): undefined => {
    const choices = new Map<Piece, Choice>();
    for (const piece of pieces)
      if ('node' in piece && choices.size < 2) {
        const choice = readChoice(piece.node);
        if (choice) choices.set(piece, choice);
      }
    const args = pieces.filter(
      (piece): piece is Extract<Piece, { node: unknown }> => 'node' in piece && !choices.has(piece),
    );
    const textFor = (yes: ReadonlySet<Piece>) =>
      pieces
        .map((piece) => {
          if ('literal' in piece) return piece.literal;
          const choice = choices.get(piece);
          if (choice) return yes.has(piece) ? choice.yes : choice.no;
          return `{${args.indexOf(piece)}}`;
        })
        .join('');
    const [lead, , trail] = trimmed(textFor(new Set()));
    const keyFor = (yes: ReadonlySet<Piece>) => {
      const text = textFor(yes);
      const key =
        choices.size === 0
          ? trimmed(text)[1]
          : text.slice(
              text.startsWith(lead) ? lead.length : 0,
              text.endsWith(trail) ? text.length - trail.length : undefined,
            );
      const keyText = tidy(key);
      if (isWorded(keyText))
        noteKey(keyText, node, {
          kind: isJsx ? 'jsx' : 'template',
          from: pieces[0]?.outer[0] ?? from,
          to: pieces.at(-1)?.outer[1] ?? to,
          choices: [...choices].map(([piece, { cond }]) => ({ cond, isYes: yes.has(piece) })),
          args: args.map(({ outer }) => outer),
        });
      return JSON.stringify(keyText);
    };
    const [a, b] = [...choices];
    const key = !a
      ? keyFor(new Set())
      : !b
        ? `${a[1].cond} ? ${keyFor(new Set([a[0]]))} : ${keyFor(new Set())}`
        : `${a[1].cond} ? (${b[1].cond} ? ${keyFor(new Set([a[0], b[0]]))} : ${keyFor(new Set([a[0]]))}) : (${b[1].cond} ? ${keyFor(new Set([b[0]]))} : ${keyFor(new Set())})`;
    const call = isJsx ? '$sayAll' : '$say';
    const open = isJsx
      ? `${lead ? `{${JSON.stringify(lead)}}` : ''}{${call}(${key}`
      : `(${lead ? `${JSON.stringify(lead)} + ` : ''}${call}(${key}`;
    const close = isJsx
      ? `)}${trail ? `{${JSON.stringify(trail)}}` : ''}`
      : `)${trail ? ` + ${JSON.stringify(trail)}` : ''})`;
    let at = from;
    let text = open;
    for (const arg of args) {
      edit(at, arg.range[0], `${text}, `);
      if (ts.isExpression(arg.node)) visitRead(arg.node);
      else visitChild(arg.node);
      at = arg.range[1];
      text = '';
    }
    edit(at, to, text + close);
  };

  visit(tree);
  return words;
}

/** Writes a template with placeholders; for a choice of two texts, with the second one. */
const templateText = (node: ts.TemplateExpression): string =>
  node.head.text +
  node.templateSpans
    .map(({ expression, literal }, n) => `${readChoice(expression)?.no ?? `{${n}}`}${literal.text}`)
    .join('');

/** The text of a child without its children, or null. */
function nodeText(child: ts.JsxChild): string | null {
  if (ts.isJsxText(child)) return jsxText(child.text);
  if (ts.isJsxExpression(child) && child.expression && ts.isStringLiteralLike(child.expression))
    return child.expression.text;
  return null;
}
const choiceOf = (child: ts.JsxChild): string => {
  const choice = ts.isJsxExpression(child) && child.expression ? readChoice(child.expression) : null;
  return choice && choice.no !== '' ? `${choice.yes} ${choice.no}` : '';
};
const isBlank = (child: ts.JsxChild): boolean =>
  nodeText(child)?.trim() === '' || (ts.isJsxExpression(child) && !child.expression);

const jsxText = (text: string): string => {
  const lines = text.split('\n');
  return lines
    .map((line, n) => {
      let part = line.replaceAll('\t', ' ');
      if (n > 0) part = part.trimStart();
      if (n < lines.length - 1) part = part.trimEnd();
      return part;
    })
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"');
};

const tagName = (node: ts.JsxChild): string =>
  ts.isJsxElement(node)
    ? node.openingElement.tagName.getText()
    : ts.isJsxSelfClosingElement(node)
      ? node.tagName.getText()
      : '';

function endsRun(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return false;
  if (ts.isJsxExpression(child)) return child.expression !== undefined && holdsBlock(child.expression);
  return !INLINE.has(tagName(child));
}
function holdsBlock(node: ts.Node): boolean {
  if (ts.isJsxFragment(node)) return true;
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) {
    if (!INLINE.has(tagName(node))) return true;
  }
  if (ts.isIdentifier(node) && node.text === 'children') return true;
  return ts.forEachChild(node, (child) => holdsBlock(child) || undefined) ?? false;
}

/** True if an inline element is part of the adjacent sentence, because it contains words. */
function isBound(child: ts.JsxChild, run: readonly ts.JsxChild[]): boolean {
  const others = run.filter((one) => one !== child);
  return others.some((one) => isWorded(nodeText(one) ?? '')) && !['br', 'wbr'].includes(tagName(child));
}

function trimmed(text: string): [lead: string, key: string, trail: string] {
  const key = text.trim();
  const at = text.indexOf(key);
  return [text.slice(0, at), tidy(key), text.slice(at + key.length)];
}
const tidy = (text: string): string => text.replaceAll(/[ \n]+/g, ' ');

const isComparison = (node: ts.BinaryExpression): boolean =>
  [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
    ts.SyntaxKind.LessThanToken,
    ts.SyntaxKind.GreaterThanToken,
  ].includes(node.operatorToken.kind);

/** True if a text looks like words to read, not like a name, an address or a list of classes. */
function isSentence(text: string): boolean {
  const plain = text.replaceAll(/\{\d\}/g, '').trim();
  if (!/\p{L}{2}|\bI\b/u.test(plain) || !isWorded(text)) return false;
  if (/^[#./[(&?*@:-]|:\/\/|^[\w-]+=|^\w+\(|^[a-z]+:[a-z{]|^[A-Z]+$|^[A-Z]\w*[A-Z]/.test(text.trim()))
    return false;
  if (/^[A-Z][\p{L}’']+…?$/u.test(plain))
    return (
      !/^(?:Arrow|Key|Page|Digit)[A-Z]|^(Escape|Enter|Tab|Home|End|Backspace|Delete|Bearer|Event)$/.test(
        plain,
      ) ||
      plain === 'Delete' ||
      plain === 'Home'
    );
  return /\S\s+\S/.test(text.trim()) && /\p{L}{2,}/u.test(plain);
}

/** Parses a condition that chooses between two texts, such as the end of a plural. */
const readChoice = (node: ts.Node): Choice | null => {
  if (ts.isParenthesizedExpression(node)) return readChoice(node.expression);
  if (
    ts.isConditionalExpression(node) &&
    ts.isStringLiteralLike(node.whenTrue) &&
    ts.isStringLiteralLike(node.whenFalse)
  )
    return { cond: `(${node.condition.getText()})`, yes: node.whenTrue.text, no: node.whenFalse.text };
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
    ts.isStringLiteralLike(node.right)
  )
    return { cond: `(${node.left.getText()})`, yes: node.right.text, no: '' };
  return null;
};
