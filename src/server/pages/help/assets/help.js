import { searchHelp } from './help-search.js'

const form = document.querySelector('form[role="search"]')
const field = form.querySelector('input')
const list = form.querySelector('.found')
const status = form.querySelector('[role="status"]')

/** @type {Promise<object[]> | undefined} */
let index

/** Loads the index at the first search; after a failure, the next keystroke tries again. */
function loadIndex() {
  index ??= fetch('/help/index.json')
    .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(String(reply.status)))))
    .catch((failure) => {
      index = undefined
      throw failure
    })
  return index
}

function itemOf({ title, section, summary, address }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const name = document.createElement('strong')
  const about = document.createElement('span')
  link.href = address
  name.textContent = section === '' ? title : `${title}: ${section}`
  about.textContent = summary
  link.append(name, about)
  item.append(link)
  return item
}

async function search() {
  const text = field.value
  if (text.trim() === '') return show([], '')
  try {
    const pages = await loadIndex()
    // an earlier keystroke may have waited for the index
    if (text !== field.value) return
    const found = searchHelp(pages, text, 6)
    show(found, found.length === 0 ? form.dataset.none : '')
  } catch {
    // without the index, the form still works through the server
    show([], '')
  }
}

function show(found, words) {
  list.replaceChildren(...found.map(itemOf))
  list.hidden = found.length === 0
  status.textContent = words
}

field.addEventListener('input', search)
field.addEventListener('focus', () => loadIndex().catch(() => undefined), { once: true })
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || list.hidden) return
  // the drawer closes on Escape only when nothing in this page is left to close
  event.stopPropagation()
  show([], '')
  field.focus()
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) show([], '')
})

// the theme of another window, or of the page around this frame, has changed
addEventListener('storage', (event) => event.key === 'localOptions:theme' && applyTheme())
const system = matchMedia('(prefers-color-scheme: dark)')
system.addEventListener('change', applyTheme)

function applyTheme() {
  let chosen = null
  try {
    chosen = localStorage.getItem('localOptions:theme')
  } catch {
    // storage is blocked: follow the system
  }
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}
