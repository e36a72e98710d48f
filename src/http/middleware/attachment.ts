/**
 * Writes the header of an answer that is saved as a file (RFC 6266).
 *
 * @param plain the name in letters, digits and hyphens, for whoever reads no other
 * @param full the name in any script
 */
export function nameAttachment(
  plain: string,
  full: string,
  extension: string,
): Record<'Content-Disposition', string> {
  if (plain === full) return { 'Content-Disposition': `attachment; filename="${plain}.${extension}"` };
  // RFC 8187 wants these encoded too.
  const encodedName = encodeURIComponent(full.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const names = `filename="${plain}.${extension}"; filename*=UTF-8''${encodedName}.${extension}`;
  return { 'Content-Disposition': `attachment; ${names}` };
}
