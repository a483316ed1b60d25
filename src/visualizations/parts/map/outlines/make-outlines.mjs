/**
 * Writes countries.json, usa.json and japan.json next to this file. Not part of a build: run it by hand for a new edition
 * of a source, `node make-outlines.mjs <jpn.topo.json>`. README.md lists the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'

const require = createRequire(import.meta.url)
const japanFile = process.argv[2]
if (japanFile === undefined) throw new Error('Name the TopoJSON file of Japan: see README.md.')

const { PI, sin, cos, sqrt, atan, exp, round } = Math
const radians = PI / 180

function write(name, topology) {
  writeFileSync(new URL(`./${name}.json`, import.meta.url), `${JSON.stringify(topology)}\n`)
}

function outlines(transform, arcs, geometries) {
  return {
    type: 'Topology',
    transform,
    arcs,
    objects: { outlines: { type: 'GeometryCollection', geometries } },
  }
}

/** Natural Earth 1:110m, without Antarctica. The three without an ISO number use their names as ids. */
function makeCountries() {
  const { transform, arcs, objects } = require('world-atlas/countries-110m.json')
  const kept = objects.countries.geometries.filter(({ id }) => id !== '010')
  const geometries = kept.map(({ type, id, arcs, properties }) => ({ type, id: id ?? properties.name, arcs }))
  write('countries', withoutUnusedArcs(outlines(transform, arcs, geometries)))
}

/**
 * us-atlas is projected onto a plane of 975 x 610 pixels, y down: d3's geoAlbersUsa, 1300 pixels per radian. The center
 * becomes 0° 0°. A pixel becomes the fraction of a degree that stored bounds of Redash assume, and y the latitude that
 * Web Mercator draws at that height.
 */
const degreesOfPixel = 0.314394
const middle = [487.5, 305]
const pixelsOfRadian = 1300

function onMap([x, y]) {
  const height = (middle[1] - y) * degreesOfPixel * radians
  return [(x - middle[0]) * degreesOfPixel, (2 * atan(exp(height)) - PI / 2) / radians]
}

/** Puerto Rico is missing in the projected file: this adds a conic equal-area inset south-east of Florida. */
function insetOfPuertoRico([longitude, latitude]) {
  const [south, north] = [8 * radians, 18 * radians]
  const n = (sin(south) + sin(north)) / 2
  const c = cos(south) ** 2 + 2 * n * sin(south)
  const rho = (angle) => sqrt(c - 2 * n * sin(angle)) / n
  const turn = n * (longitude + 66) * radians
  const x = rho(latitude * radians) * sin(turn)
  const y = rho(18 * radians) - rho(latitude * radians) * cos(turn)
  return [middle[0] + pixelsOfRadian * (0.35 + x), middle[1] + pixelsOfRadian * (0.224 - y)]
}

function makeUsa() {
  const projected = require('us-atlas/states-albers-10m.json')
  const lines = absoluteArcs(projected).map((arc) => arc.map(onMap))
  const geometries = projected.objects.states.geometries.map(({ type, id, arcs }) => ({ type, id, arcs }))
  const states = require('us-atlas/states-10m.json')
  const puertoRico = states.objects.states.geometries.find(({ id }) => id === '72')
  const { geometry } = feature(states, puertoRico)
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const arcs = polygons.map((rings) =>
    rings.map((ring) => {
      lines.push(ring.map(insetOfPuertoRico).map(onMap))
      return [lines.length - 1]
    }),
  )
  geometries.push({ type: 'MultiPolygon', id: '72', arcs })
  write('usa', withoutUnusedArcs(quantized(lines, geometries)))
}

/** Natural Earth 1:10m, admin 1 of Japan: prefectures by ISO 3166-2 number, and the islands that belong to none. */
function makeJapan() {
  const { transform, arcs, objects } = JSON.parse(readFileSync(japanFile, 'utf8'))
  const facts = JSON.parse(
    readFileSync(new URL('../../../choropleth/maps/subdiv-japan.json', import.meta.url), 'utf8'),
  )
  const codes = new Map(facts.map(({ id, name }) => [name, id]))
  const geometries = objects.jpn.geometries.map(({ type, arcs, properties }) => {
    const id = codes.get(properties.name)
    if (id === undefined) throw new Error(`Nothing is known of ${properties.name}.`)
    return { type, id, arcs }
  })
  write('japan', withoutUnusedArcs(outlines(transform, arcs, geometries)))
}

function absoluteArcs({ arcs, transform: { scale, translate } }) {
  return arcs.map((arc) => {
    let x = 0
    let y = 0
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
}

const steps = 12_000

function quantized(lines, geometries) {
  const points = lines.flat()
  const range = (axis) => {
    const values = points.map((point) => point[axis])
    const least = values.reduce((one, other) => Math.min(one, other))
    return { least, step: (values.reduce((one, other) => Math.max(one, other)) - least) / steps }
  }
  const [x, y] = [range(0), range(1)]
  const grid = ([px, py]) => [round((px - x.least) / x.step), round((py - y.least) / y.step)]
  const arcs = lines.map((line) => {
    let last = [0, 0]
    return line.map(grid).map((point) => {
      const delta = [point[0] - last[0], point[1] - last[1]]
      last = point
      return delta
    })
  })
  return outlines({ scale: [x.step, y.step], translate: [x.least, y.least] }, arcs, geometries)
}

function withoutUnusedArcs({ transform, arcs, objects }) {
  const numbers = new Map()
  const renumbered = (part) => {
    if (Array.isArray(part)) return part.map(renumbered)
    const index = part < 0 ? ~part : part
    if (!numbers.has(index)) numbers.set(index, numbers.size)
    return part < 0 ? ~numbers.get(index) : numbers.get(index)
  }
  const geometries = objects.outlines.geometries.map((one) => ({ ...one, arcs: renumbered(one.arcs) }))
  return outlines(
    transform,
    [...numbers.keys()].map((index) => arcs[index]),
    geometries,
  )
}

makeCountries()
makeUsa()
makeJapan()
