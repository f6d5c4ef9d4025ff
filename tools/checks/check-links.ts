import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { root } from '../source-files.ts'

type Document = { path: string; text: string }

/** The folders to which a path in a document may be relative. */
const starts = ['', 'apps/', 'apps/server/', 'apps/server/src/', 'apps/web/src/', 'packages/']
/** The folders whose files a document may name. */
const ours =
  /^(apps|packages|tools|bench|e2e|docs|deploy|src|test|server|web|auth|boot|components|db|features|http|market-data|notifications|payments|research)\//
/**
 * Documents whose paths are not checked: docs/calls.md is generated from the sources, and the changelog may name files
 * that no longer exist.
 */
const pathsUnchecked = ['docs/calls.md', 'CHANGELOG.md']
/** Paths that are invented for an example in CONTRIBUTING.md. */
const examples = ['apps/web/src/features/finlist/IssueCount.tsx']

/**
 * Returns a line for each link of a document that leads nowhere, and for each path in backticks that does not exist.
 */
export function checkLinks(documents = read(), isThere = exists): string[] {
  const headings = new Map(documents.map(({ path, text }) => [path, headingsOf(text)]))
  return documents.flatMap(({ path, text }) => {
    const dead = linksOf(text).filter(link => !leadsSomewhere(path, link, headings, isThere))
    const gone = pathsUnchecked.includes(path) ? [] : pathsOf(text).filter(it => !isNamed(path, it, isThere))
    return [
      ...dead.map(link => `${path}: the link ${link} leads nowhere`),
      ...gone.map(it => `${path}: there is no file ${it}`),
    ]
  })
}

function leadsSomewhere(
  from: string,
  link: string,
  headings: Map<string, string[]>,
  isThere: (path: string) => boolean,
): boolean {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  if (anchor === undefined || !path.endsWith('.md')) return isThere(path)
  return headings.get(path)?.includes(anchor) ?? false
}

function isNamed(from: string, path: string, isThere: (path: string) => boolean): boolean {
  return [`${posix.dirname(from)}/`, ...starts].some(start => isThere(posix.join(start, path)))
}

function linksOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter(link => !/^[a-z]+:/.test(link))
}

/** The paths in backticks, without line numbers. Patterns and examples are skipped. */
function pathsOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([\w./-]+?)(:\d+)?`/g)]
    .map(([, path]) => path!)
    .filter(path => ours.test(path) && !examples.includes(path))
}

/** The anchors that GitHub derives from headings. A repeated heading gets a number. */
function headingsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => {
    const words = heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const anchor = words.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

function read(): Document[] {
  const paths = globSync(['*.md', '{docs,apps,packages,deploy,tools,bench}/**/*.md'], {
    cwd: root,
    exclude: name => name === 'node_modules' || name === 'dist' || name === '.data',
  })
  return paths.toSorted().map(path => ({ path, text: readFileSync(posix.join(root, path), 'utf8') }))
}

function exists(path: string): boolean {
  return existsSync(posix.join(root, path))
}
