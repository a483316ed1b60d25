import { parseSync } from 'vite'

/** Any node of the syntax tree (ESTree with JSX). */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A visible text that does not come from the catalogue. */
export interface HardWiredText {
  node: SyntaxNode
  text: string
  line: number
}

/** Attributes and properties whose values are always visible texts. */
const textNames = new Set([
  ...['alt', 'aria-description', 'aria-label', 'ariaLabel', 'aria-placeholder', 'aria-roledescription'],
  ...['aria-valuetext', 'cancelLabel', 'caption', 'confirmLabel', 'description', 'detail', 'does', 'error'],
  ...['failure', 'hint', 'hueLabel', 'label', 'message', 'nothingFoundMessage', 'placeholder'],
  ...['saturationLabel', 'sentence', 'success', 'text', 'title', 'tooltip', 'words'],
])
/** Attributes and properties whose values are never visible. */
const codeNames = new Set([
  ...[
    'accept',
    'action',
    'align',
    'background',
    'border',
    'className',
    'code',
    'color',
    'component',
    'cursor',
  ],
  ...[
    'data-testid',
    'extraCssText',
    'fontFamily',
    'fontFamilyMonospace',
    'form',
    'from',
    'htmlFor',
    'icon',
    'id',
  ],
  ...['inputMode', 'key', 'keys', 'kind', 'locale', 'outline', 'padding', 'path', 'popup', 'product', 'rel'],
  ...['rootMargin', 'sandbox', 'search', 'style', 'to', 'transform', 'type', 'value', 'variant', 'viewBox'],
  ...['aggregatorName', 'authorization', 'color_scheme', 'font-family', 'retrieved_at'],
])
/** Arguments of these functions are code: selectors, events, keys, compared parts of texts. */
const codeCalls =
  /(^|\.)(addEventListener|removeEventListener|addHook|boxLines|classNames|closest|colorList|colorSchemeOf|createRoute|endsWith|evenScale|fillTemplate|getComputedStyle|getPropertyValue|has|idParam|includes|indexOf|isDefault|lazyRouteComponent|matchMedia|matches|normalizeColor|off|on|once|parse|querySelector|querySelectorAll|readStored|replace|replaceAll|scaleOf|setProperty|split|startsWith|styled|svgElement|tokenBefore|useMediaQuery|useParams|watchPrinting|writeStored)$/
export const codeElements = new Set(['code', 'Code', 'kbd', 'Kbd', 'pre', 'style'])
const skippedTypes =
  /^(ImportDeclaration|ExportAllDeclaration|JSXIdentifier|JSXMemberExpression|PrivateIdentifier)$/
const typeNodes = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression|InstantiationExpression)/

const productName = 'Sextant'
const hasLetters = (text: string) => /\p{L}/u.test(text)
/** Selectors, addresses, style sheets, image paths, templates, media queries. */
const isCode = (text: string) =>
  /[{}[\]<>=\\|$@]|;$|: ?[^; ]+;|:\/\/|\w\(|\(\w+-\w+:|^[.#/&:%*]|^-|\d(px|rem|em|%) |^[\dMmLlHhVvZzAaCc., -]+$/.test(
    text,
  )
const looksLikeText = (text: string) =>
  hasLetters(text) &&
  !isCode(text) &&
  (/^[“"(]?\p{Lu}[\p{Ll}’']+[….!?:*)”]*$/u.test(text) ||
    /[\p{L}\d”)'’,:;.!?…]\s+\S*\p{L}|^\s+\p{L}|\p{L}\s+$|\p{L}\s\S/u.test(text))

export function parseSource(file: string, code: string): SyntaxNode {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return program as unknown as SyntaxNode
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The child nodes, in source order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
    case 'PrivateIdentifier':
      return String(node.name)
    case 'JSXMemberExpression':
    case 'MemberExpression':
      return `${nameOf(node.object)}.${node.computed === true ? '[]' : nameOf(node.property)}`
    case 'Literal':
      return String(node.value)
    case 'JSXNamespacedName':
      return `${nameOf(node.namespace)}:${nameOf(node.name)}`
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
      return nameOf(node.expression)
    case 'CallExpression':
      return `${nameOf(node.callee)}()`
    default:
      return ''
  }
}

/** `t(…)`, `plural(…)` or `phrase(…)` */
export const isTranslation = (node: SyntaxNode) =>
  node.type === 'CallExpression' && ['t', 'plural', 'phrase'].includes(nameOf(node.callee))

/** The text of a template literal with `…` for each expression. */
function templateText(node: SyntaxNode, between = '…'): string {
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join(between)
}

/** The context of a node: a visible sentence or text, code, or unknown, which its form decides. */
type Place = 'sentence' | 'text' | 'code' | 'unknown'

/** Every text in a source that should come from the catalogue. */
export function findHardWiredTexts(file: string, code: string): HardWiredText[] {
  const found: HardWiredText[] = []
  const note = (node: SyntaxNode, text: string) =>
    found.push({ node, text, line: code.slice(0, node.start).split('\n').length })

  function visitAll(nodes: readonly unknown[], place: Place) {
    for (const node of nodes) if (isNode(node)) visit(node, place)
  }

  function visit(node: SyntaxNode, place: Place) {
    if (skippedTypes.test(node.type) || typeNodes.test(node.type)) return
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'string' && isRead(node.value, place)) note(node, node.value)
        return
      case 'TemplateLiteral': {
        // inserted values count as numbers: `12px` is not a text
        if (isRead(templateText(node, '0'), place)) note(node, templateText(node))
        return visitAll(node.expressions as unknown[], place === 'code' ? 'code' : 'unknown')
      }
      case 'JSXText':
        if (isRead(String(node.value).trim(), place === 'code' ? 'code' : 'sentence')) {
          note(node, String(node.value).trim())
        }
        return
      case 'JSXElement': {
        const opening = node.openingElement as SyntaxNode
        visit(opening, 'unknown')
        const isCodeElement = codeElements.has(nameOf(opening.name))
        return visitAll(node.children as unknown[], isCodeElement ? 'code' : 'text')
      }
      case 'JSXFragment':
        return visitAll(node.children as unknown[], 'text')
      case 'JSXOpeningElement':
        return visitAll(node.attributes as unknown[], 'unknown')
      case 'JSXAttribute':
        return visitAll([node.value], namedPlace(nameOf(node.name), 'unknown'))
      case 'Property':
        if (node.computed === true) visitAll([node.key], 'code')
        return visitAll([node.value], namedPlace(nameOf(node.key), 'unknown'))
      case 'PropertyDefinition':
        return visitAll([node.value], 'unknown')
      case 'AssignmentPattern':
        return visitAll([node.left, node.right], 'unknown')
      case 'ConditionalExpression':
        visitAll([node.test], 'code')
        return visitAll([node.consequent, node.alternate], place)
      case 'LogicalExpression':
        visitAll([node.left], node.operator === '??' || node.operator === '||' ? place : 'code')
        return visitAll([node.right], place)
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'JSXExpressionContainer':
        return visitAll([node.expression], place)
      case 'BinaryExpression':
        return visitAll([node.left, node.right], node.operator === '+' ? place : 'code')
      case 'AssignmentExpression':
        return visitAll([node.left, node.right], namedPlace(lastName(node.left), 'unknown'))
      case 'SwitchCase':
        visitAll([node.test], 'code')
        return visitAll(node.consequent as unknown[], 'unknown')
      case 'MemberExpression':
        visitAll([node.object], isNode(node.object) && node.object.type === 'Literal' ? 'code' : 'unknown')
        if (node.computed === true) visitAll([node.property], 'code')
        return
      case 'CallExpression':
      case 'NewExpression':
        return visitCall(node)
      default:
        return visitAll(childrenOf(node), node.type === 'IfStatement' ? 'unknown' : innerPlace(node, place))
    }
  }

  function visitCall(node: SyntaxNode) {
    visitAll([node.callee], 'unknown')
    const given = node.arguments as SyntaxNode[]
    if (isTranslation(node)) {
      // the values may contain texts
      return visitAll(given.slice(nameOf(node.callee) === 'plural' ? 2 : 1), 'unknown')
    }
    if (nameOf(node.callee).endsWith('.setAttribute')) {
      return visitAll(given.slice(1), namedPlace(nameOf(given[0]), 'code'))
    }
    visitAll(given, codeCalls.test(nameOf(node.callee)) ? 'code' : 'unknown')
  }

  visit(parseSource(file, code), 'unknown')
  return found
}

function isRead(text: string, place: Place): boolean {
  if (place === 'code' || text === productName) return false
  if (place === 'sentence') return hasLetters(text)
  return place === 'text' ? hasLetters(text) && !isCode(text) : looksLikeText(text)
}

/** `c` of `a.b.c` */
const lastName = (node: unknown) => nameOf(node).replace(/^.*\./s, '')

function namedPlace(name: string, otherwise: Place): Place {
  if (textNames.has(name)) return 'text'
  return codeNames.has(name) || name.startsWith('data-') ? 'code' : otherwise
}

/** Functions and statements reset the context; code stays code in arrays and objects. */
function innerPlace(node: SyntaxNode, place: Place): Place {
  return place === 'code' && (node.type === 'ArrayExpression' || node.type === 'ObjectExpression')
    ? 'code'
    : 'unknown'
}
