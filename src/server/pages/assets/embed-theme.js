// Sets the colour scheme of an embedded page before anything is painted: `theme=light` or `theme=dark` of the address,
// else the system. What the visitor chose for the application does not count on somebody else's page.
;(() => {
  const asked = new URLSearchParams(location.search).get('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = asked === 'light' || asked === 'dark' ? asked : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
