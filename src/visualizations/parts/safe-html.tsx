import createPurifier, { type DOMPurify } from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

let purifier: DOMPurify | undefined

/**
 * Sanitizes HTML from data or users (docs/reference/visualizations.md#sanitizing): DOMPurify's defaults, plus
 * `target="_blank"` with `rel="noopener noreferrer"`. Style sheets and forms are removed too: they could disguise the
 * page or ask for passwords.
 */
export function sanitizedFragment(html: string): DocumentFragment {
  purifier ??= createSanitizer()
  return purifier.sanitize(html, {
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form'],
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  })
}

function createSanitizer(): DOMPurify {
  const created = createPurifier(window)
  created.addHook('afterSanitizeAttributes', (node) => {
    if (!node.hasAttribute('target')) return
    if (node.getAttribute('target') === '_blank') node.setAttribute('rel', 'noopener noreferrer')
    else node.removeAttribute('target')
  })
  return created
}

/** Shows sanitized HTML. Inserts the sanitized nodes directly, because parsing them again could reintroduce markup. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    ref.current?.replaceChildren(sanitizedFragment(html))
  }, [html])
  return <div ref={ref} className={className} />
}
