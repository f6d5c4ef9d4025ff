import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/*
 * Loaded before a program and each of its threads (`node --import`). Adds Singapore to the product in memory, by the
 * lines that the recipe in docs/recipes.md adds to files.
 */

type Edit = readonly [after: string, line: string]
const sg = JSON.stringify(new URL('sg.ts', import.meta.url).href)

const edits: Record<string, readonly Edit[]> = {
  'packages/domain/src/markets.ts': [
    ["currency: 'TWD' },", "{ id: 'SG', linkSuffix: 'sg', index: 'STI', currency: 'SGD' },"],
  ],
  'packages/domain/src/markets/stock-codes.ts': [["endings: ['TW', 'TWO'] },", "SG: { digits: 3, endings: ['SI'] },"]],
  'packages/domain/src/trading.ts': [
    ["from './markets/us.ts'", `import { sg } from ${sg}`],
    ['TW: tw,', 'SG: sg,'],
  ],
  'packages/domain/src/plans/products.ts': [
    ["{ name: 'finlist-jp', market: 'JP' },", "7: { name: 'finlist-sg', market: 'SG' },"],
  ],
  'packages/contract/src/names/en.json': [
    ['"market.tw": "Taiwan",', '"market.sg": "Singapore",'],
    ['"market-short.tw": "Taiwan",', '"market-short.sg": "Singapore",'],
    ['"plan.finlist-tw": "FinList TW",', '"plan.finlist-sg": "FinList SG",'],
  ],
  'packages/contract/src/names/zh.json': [
    ['"market.tw": "台灣",', '"market.sg": "新加坡",'],
    ['"market-short.tw": "台股",', '"market-short.sg": "新加坡股票",'],
    ['"plan.finlist-tw": "FinList 台灣",', '"plan.finlist-sg": "FinList 新加坡",'],
  ],
}
const root = new URL('../../../../../', import.meta.url).href

registerHooks({
  load(url, context, next) {
    const added = url.startsWith(root) ? edits[url.slice(root.length)] : undefined
    if (!added) return next(url, context)
    const source = added.reduce(withLine, readFileSync(fileURLToPath(url), 'utf8'))
    return { format: url.endsWith('.json') ? 'json' : 'module-typescript', source, shortCircuit: true }
  },
})

function withLine(source: string, [after, line]: Edit): string {
  if (source.split(after).length !== 2) throw new Error(`not once in the file: ${after}`)
  return source.replace(after, `${after}\n${line}`)
}
