import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import texts from './texts.json'

const folder = (name: string) => new URL(`${name}/`, import.meta.url)
const shown = readdirSync(folder('.'))
  .filter(name => name.endsWith('.tsx'))
  .map(name => readFileSync(new URL(name, folder('.')), 'utf8'))
  .join('\n')

/** Parts that belong to another part and show nothing alone. */
const notByItself = ['row-menu-popup.tsx', 'when-seen.tsx']

it('the showcase shows every part of ui/', () => {
  const parts = readdirSync(folder('../ui'), { encoding: 'utf8', recursive: true }).filter(
    name => name.endsWith('.tsx') && !name.includes('.test.') && !notByItself.includes(name),
  )
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter(name => !shown.includes(`'../ui/${name}'`))).toEqual([])
})

it('the showcase has its texts in each language', () => {
  for (const words of Object.values(texts)) expect(Object.keys(words)).toEqual(Object.keys(texts.en))
})
