import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colors are variables in text-editor.module.css, so light and dark share one theme. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '0.8125rem',
    backgroundColor: 'var(--sx-surface)',
    color: 'var(--sx-code-text)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--sx-code-caret)' },
  '.cm-cursor': { borderLeftColor: 'var(--sx-code-caret)', borderLeftWidth: '2px' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-gutters': { backgroundColor: 'var(--sx-surface)', color: 'var(--sx-code-gutter)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2rem', padding: '0 0.5rem 0 0.25rem' },
  '.cm-activeLine': { backgroundColor: 'var(--sx-code-active)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--sx-code-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--sx-code-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--sx-code-match)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--sx-code-match)',
    outline: '1px solid var(--sx-code-gutter)',
  },
  '.cm-snippetField': { backgroundColor: 'var(--sx-code-match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--sx-code-found)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--sx-code-caret)' },
  '.cm-panels': {
    backgroundColor: 'var(--sx-chrome)',
    color: 'var(--sx-code-text)',
    borderColor: 'var(--sx-border)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panel.cm-search': { padding: '0.375rem 2rem 0.375rem 0.5rem' },
  '.cm-textfield, .cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--sx-surface)',
    color: 'inherit',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '4px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--sx-surface)',
    color: 'var(--sx-code-text)',
    border: '1px solid var(--sx-border)',
    borderRadius: '6px',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    maxHeight: '16rem',
    minWidth: '14rem',
    maxWidth: 'min(36rem, 92vw)',
    borderRadius: '6px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    padding: '0.125rem 0.5rem 0.125rem 0.375rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--sx-selected)',
    color: 'var(--sx-selected-text)',
  },
  '.cm-completionIcon': {
    flex: 'none',
    width: '1.25rem',
    padding: '0',
    opacity: '1',
    fontSize: '0.6875rem',
    color: 'var(--sx-code-gutter)',
  },
  '.cm-completionIcon-class:after': { content: "'T'" },
  '.cm-completionIcon-property:after': { content: "'C'" },
  '.cm-completionIcon-name:after': { content: "'A'" },
  '.cm-completionIcon-variable:after': { content: "'P'" },
  '.cm-completionIcon-join:after': { content: "'='" },
  '.cm-completionIcon-function:after': { content: "'ƒ'" },
  '.cm-completionIcon-text:after': { content: "'S'" },
  '.cm-completionIcon-class, .cm-completionIcon-property, .cm-completionIcon-name, .cm-completionIcon-join': {
    color: 'var(--sx-code-keyword)',
  },
  '.cm-completionIcon-function': { color: 'var(--sx-code-type)' },
  '.cm-completionIcon-text, .cm-completionIcon-variable': { color: 'var(--sx-code-string)' },
  '.cm-completionLabel': { flexShrink: '1', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    flexGrow: '1',
    flexShrink: '10',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    textAlign: 'end',
    color: 'var(--sx-muted)',
    fontStyle: 'normal',
    fontSize: '0.75rem',
    marginLeft: '1rem',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '0.375rem 0.625rem',
    maxWidth: '22rem',
    fontFamily: 'var(--mantine-font-family)',
    lineHeight: '1.4',
  },
  '.cm-completionInfo code': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '0.75rem',
    color: 'var(--sx-code-type)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--sx-error)' },
  '.cm-diagnosticText': { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre-wrap' },
})

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--sx-code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sx-code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--sx-code-number)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--sx-code-comment)' },
  { tag: [tags.typeName, tags.standard(tags.name), tags.function(tags.name)], color: 'var(--sx-code-type)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--sx-code-type)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--sx-code-sign)' },
  { tag: tags.invalid, color: 'var(--sx-error)' },
])

export const editorTheme: Extension = [look, syntaxHighlighting(highlight)]
