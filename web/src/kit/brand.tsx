/** The site's sign (`public/favicon.svg`) and name, as a link to the home page. Part of the page: it needs no request. */
export function Brand({ href }: { href: string }) {
  return (
    <a class="brand" href={href} aria-label="Proscenium home page">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill="#1d1a24" />
        <path d="M4 5h24v4H4z" fill="#c9a24a" />
        <path d="M4 9h10c0 9-3 15-10 18zM28 9H18c0 9 3 15 10 18z" fill="#a3293d" />
        <circle cx="16" cy="23" r="3" fill="#f4ead2" />
      </svg>
      Proscenium
    </a>
  );
}
