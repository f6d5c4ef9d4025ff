import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

/** `npm run where NAME`: the files of a call or a feature in the order a request passes them, tests last. */
const order = [
  /^packages\/domain\//,
  /^packages\/contract\//,
  /^apps\/server\/.*store\.ts$/,
  /^apps\/server\/src\/features\//,
  /^apps\/server\/src\//,
  /^apps\/web\/.*queries\.ts$/,
  /^apps\/web\/src\/parts\//,
  /^apps\/web\/src\/features\//,
  /^apps\/web\/src\//,
  /^packages\/[^/]+\/src\//,
]

const name = process.argv[2]
if (!name || !/^[\w-]+$/.test(name)) {
  console.error('npm run where NAME, as finListStocks or watchlist')
  process.exit(1)
}
const word = new RegExp(`\\b${name}\\b`)
const isOfFeature = (path: string) => path.split(/[/.]/).includes(name)
const found = sourceFiles().flatMap(path => {
  const line =
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .findIndex(text => word.test(text)) + 1
  return line || isOfFeature(path) ? [{ path, line }] : []
})
for (const { path, line } of found.toSorted((a, b) => rank(a.path) - rank(b.path) || a.path.localeCompare(b.path)))
  console.log(isOfFeature(path) || !line ? path : `${path}:${line}`)
process.exitCode = found.length ? 0 : 1

function rank(path: string): number {
  if (/(^|\/)(test|e2e|bench)\/|\.test\./.test(path)) return order.length + 1
  const place = order.findIndex(pattern => pattern.test(path))
  return place < 0 ? order.length : place
}
