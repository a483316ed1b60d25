// Browsers send no server the part of an address behind #, so a login would lose it: here it joins the address to
// return to, for all methods of login.
;(() => {
  const { hash, origin } = location
  if (hash === '') return
  const carry = (element, attribute) => {
    const address = new URL(element.getAttribute(attribute), origin)
    const next = address.searchParams.get('next') ?? '/'
    if (address.origin !== origin || next.includes('#')) return
    address.searchParams.set('next', next + hash)
    element.setAttribute(attribute, address.pathname + address.search)
  }
  for (const form of document.forms) carry(form, 'action')
  for (const link of document.querySelectorAll('a.method, a[href^="/login"]')) carry(link, 'href')
})()
