// Sets the color scheme and the text direction before the first paint. Every page and the application's index.html load
// it as a separate blocking script, because the content security policy forbids inline scripts.
;(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(`localOptions:${name}`)
    } catch {
      // storage is blocked: follow the system
      return null
    }
  }
  const root = document.documentElement
  const chosen = stored('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', scheme)
  if (stored('direction') === 'rtl') root.dir = 'rtl'

  // a missing or broken application script leaves the page empty, so the message must come from here
  const sayWhatFailed = ({ target }) => {
    const place = document.getElementById('root')
    if (place === null || place.hasChildNodes()) return
    if (target !== window && !(target instanceof HTMLScriptElement)) return
    const text = document.createElement('h1')
    text.textContent =
      'It seems like we encountered an error. Try refreshing this page or contact your administrator.'
    text.style.cssText = 'font-size: 1.125rem; font-weight: 600; line-height: 1.4'
    const reload = document.createElement('button')
    reload.textContent = 'Reload'
    reload.addEventListener('click', () => location.reload())
    const message = document.createElement('div')
    message.setAttribute('role', 'alert')
    message.append(text, reload)
    const page = document.createElement('main')
    page.style.cssText =
      'max-width: 40rem; margin: 10vh auto; padding: 1rem; font-family: system-ui, sans-serif'
    page.append(message)
    place.append(page)
  }
  addEventListener('error', sayWhatFailed, true)
})()
