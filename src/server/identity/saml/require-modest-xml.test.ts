import { describe, expect, it } from 'vitest'
import { limitsOfResponse, requireModestXml } from './require-modest-xml.ts'

const faultOf = (xml: string): string | null => {
  try {
    requireModestXml(xml, limitsOfResponse)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('XML passes', () => {
  it.each([
    [
      'a declaration and blanks around',
      '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<a x="1" y = \'2\' />\n',
    ],
    ['comments and sections', '<a><!-- <b> --><![CDATA[ </a> ]]></a>'],
    ['names with prefixes', '<saml:a xmlns:saml="urn:x">text &amp; more</saml:a>'],
    ['a group for each of two thousand elements', `<a>${'<v x="y">cn=group</v>'.repeat(2000)}</a>`],
    ['everything at its limit', `<a>${'<b/>'.repeat(limitsOfResponse.elements - 1)}</a>`],
    ['the deepest nest', '<a>'.repeat(limitsOfResponse.depth) + '</a>'.repeat(limitsOfResponse.depth)],
  ])('with %s', (_, xml) => {
    expect(faultOf(xml)).toBeNull()
  })
})

const inElement = (text: string) => `<a>${text}</a>`
const refused: Record<string, [xml: string, reason: RegExp]> = {
  'forty thousand siblings': [inElement('<b/>'.repeat(40_000)), /3000 elements/],
  'one element too many': [inElement('<b/>'.repeat(limitsOfResponse.elements)), /3000 elements/],
  'as many comments': [inElement('<!---->'.repeat(40_000 - 10_000)), /3000 elements/],
  'as many sections': [inElement('<![CDATA[]]>'.repeat(20_000)), /3000 elements/],
  'a deep nest': ['<b>'.repeat(41) + '</b>'.repeat(41), /40 levels/],
  'an endless nest': ['<b>'.repeat(80_000), /levels/],
  'many attributes': [
    inElement(`<b ${Array.from({ length: 31 }, (_, i) => `a${i}="x"`).join(' ')}/>`),
    /30 attr/,
  ],
  'many attributes in all': [inElement('<b a="" b="" c="" d="" e=""/>'.repeat(2000)), /9000 attributes/],
  'a long attribute': [`<b a="${'x'.repeat(5000)}"/>`, /4096 characters of one attribute/],
  'a long text': [inElement('x'.repeat(300_000)), /262144 characters/],
  'a document type': ['<!DOCTYPE a><a/>', /document type/],
  'a document type in other letters': ['<!doctype a><a/>', /document type/],
  'an entity': ['<!ENTITY a "b"><a/>', /document type/],
  'a processing instruction': ['<a><?xml-stylesheet href="x"?></a>', /processing instruction/],
  'a second declaration': ['<?xml version="1.0"?><?xml version="1.0"?><a/>', /processing instruction/],
  'an attribute without quotes': ['<a b=c></a>', /not well-formed/],
  'an attribute without a value': ['<a b></a>', /not well-formed/],
  'a quote that does not end': ['<a b="c></a>', /not well-formed/],
  'a tag in an attribute': ['<a b="<c/>"/>', /not well-formed/],
  'a tag that does not end': ['<a', /not well-formed/],
  'a comment that does not end': ['<a><!-- </a>', /not well-formed/],
  'an element that does not end': ['<a><b></a>', /not well-formed/],
  'an end without a beginning': ['<a/></a>', /not well-formed/],
  'a sign that begins nothing': ['<a> 1 < 2 </a>', /not well-formed/],
  'blanks for a name': [`<${' '.repeat(200_000)}`, /not well-formed/],
  'blanks for attributes': [`<a${' '.repeat(200_000)}`, /not well-formed/],
  'no element': ['this is no XML', /not well-formed/],
  nothing: ['', /not well-formed/],
}

describe('XML is refused', () => {
  it.each(Object.entries(refused))('with %s', (_, [xml, reason]) => {
    expect(faultOf(xml)).toMatch(reason)
  })
})
