// Sets the colour scheme before anything is painted. Loaded by every page, and by the application's index.html,
// as a blocking script of its own, because the content security policy forbids inline ones.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('localOptions:theme')
  } catch {
    // storage is blocked: follow the system
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
