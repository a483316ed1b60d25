import { cutObject, readString } from '../json-cut.ts'
import { askForText, type ElasticsearchLink, ElasticsearchRefusal } from './elasticsearch-link.ts'

/** Where the texts of a language go, and how the answers are called. */
export interface SqlRoute {
  path: string
  columns: string
  rows: string
  /** frees the rest of a result that is not read; null: the language has no pages */
  closePath: string | null
  /** how values are sent */
  parameters: 'plain' | 'typed' | 'none'
}

/** Rows of a page. */
export const pageRows = 1000

interface Version {
  major: number
  isOpensearch: boolean
}

/** What the server is; null: the account may not see it. */
export async function versionOf(link: ElasticsearchLink, signal: AbortSignal): Promise<Version | null> {
  try {
    const answer = cutObject(await askForText(link, { method: 'GET', path: '/' }, signal))
    const version = cutObject(answer.get('version') ?? '{}')
    const number = readString(version.get('number') ?? '') ?? ''
    return {
      major: Number.parseInt(number, 10) || 0,
      isOpensearch: readString(version.get('distribution') ?? '') === 'opensearch',
    }
  } catch (error) {
    if (error instanceof ElasticsearchRefusal) return null
    throw error
  }
}

/** SQL of Elasticsearch; before version 7 it had another path and other parameters. */
export function elasticSqlRoute(version: Version | null): SqlRoute {
  const isOld = version !== null && version.major > 0 && version.major < 7
  const path = isOld ? '/_xpack/sql' : '/_sql'
  return {
    path: `${path}?format=json`,
    columns: 'columns',
    rows: 'rows',
    closePath: `${path}/close`,
    parameters: isOld ? 'typed' : 'plain',
  }
}

export const esqlRoute: SqlRoute = {
  path: '/_query?format=json',
  columns: 'columns',
  rows: 'values',
  closePath: null,
  parameters: 'none',
}

/** SQL of the plug-in of OpenSearch, or of Open Distro before it. */
export function openSqlRoute(version: Version | null): SqlRoute {
  const path = `/${openPrefix(version)}/_sql`
  return {
    path: `${path}?format=jdbc`,
    columns: 'schema',
    rows: 'datarows',
    closePath: `${path}/close`,
    parameters: 'none',
  }
}

export function pplRoute(version: Version | null): SqlRoute {
  return {
    path: `/${openPrefix(version)}/_ppl`,
    columns: 'schema',
    rows: 'datarows',
    closePath: null,
    parameters: 'none',
  }
}

function openPrefix(version: Version | null): string {
  return version === null || version.isOpensearch ? '_plugins' : '_opendistro'
}
