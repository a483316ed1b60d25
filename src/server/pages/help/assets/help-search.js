// Search in the help. The server uses it to answer the form, and the browser to answer while the user types.

/** Normalized words for comparison: without case and accents. */
function wordsOf(text) {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  )
}

/** The score of a match: a whole word counts more than the beginning of one. */
function weigh(words, asked, whole) {
  if (words.includes(asked)) return whole
  return words.some((word) => word.startsWith(asked)) ? whole / 2 : 0
}

/** 0 when the page lacks one of the words. */
function weighPage(page, asked) {
  const title = wordsOf(page.title)
  const about = wordsOf(`${page.summary} ${page.keywords}`)
  const sections = page.sections.map((section) => ({
    id: section.id,
    title: wordsOf(section.title),
    text: wordsOf(section.text),
    found: 0,
  }))
  // a page with exactly this title comes first
  let whole = title.join(' ') === asked.join(' ') ? 20 : 0
  for (const word of asked) {
    let best = 0
    for (const section of sections) {
      const found = Math.max(weigh(section.title, word, 6), weigh(section.text, word, 2))
      section.found += found
      best = Math.max(best, found)
    }
    const found = weigh(title, word, 12) + weigh(about, word, 4) + best
    if (found === 0) return null
    whole += found
  }
  const place = sections.reduce((one, other) => (other.found > one.found ? other : one))
  // a search for the title leads to the start of the page
  const isNamed = asked.every((word) => weigh(title, word, 1) > 0)
  return { page, weight: whole, place: isNamed ? '' : place.id }
}

/** The pages that contain every word, best first. */
export function searchHelp(index, text, limit = 12) {
  const asked = wordsOf(text).slice(0, 12)
  if (asked.length === 0) return []
  return index
    .map((page) => weighPage(page, asked))
    .filter((found) => found !== null)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, limit)
    .map(({ page, place }) => ({
      name: page.name,
      title: page.title,
      summary: page.summary,
      address: place === '' ? page.address : `${page.address}#${place}`,
      section: page.sections.find(({ id }) => place !== '' && id === place)?.title ?? '',
    }))
}
