// Sets the color scheme of an embedded page before the first paint: `theme=light` or `theme=dark` in the address, else
// the system's. The visitor's choice for the application does not apply to other sites.
;(() => {
  const asked = new URLSearchParams(location.search).get('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = asked === 'light' || asked === 'dark' ? asked : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
