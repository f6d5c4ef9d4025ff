import { expect, it } from 'vitest'
import { checkArithmetic } from './check-arithmetic.ts'

const faults = (text: string, path = 'packages/domain/src/picking/bases/cup.ts') =>
  checkArithmetic([{ path, text }]).length

it.each<[string, number]>([
  ['const x = Math.floor(a / b) + Math.sqrt(c)', 0],
  ['const x = Math.max(a, Math.min(b, Math.abs(c)))', 0],
  ['/** Not Math.log: engines differ. */', 0],
  ['const unit = "a % of Math.log"', 0],
  ['type A = string | null', 0],
  ['const x = a && b || c', 0],
  ['const x = values.toSorted((one, other) => one - other)', 0],
  ["import { trading } from '../../trading.ts'", 0],
  ["import { sum } from '../stretch.ts'", 0],
  ['const x = Math.log(a)', 1],
  ['const x = Math.exp(a)', 1],
  ['const x = Math.sin(a)', 1],
  ['const x = Math.hypot(a, b)', 1],
  ['const x = Math.random()', 1],
  ['const { log } = Math', 1],
  ["const x = Math['log'](a)", 1],
  ['const x = a ** b', 1],
  ['const x = a % b', 1],
  ['const x = a >> 1', 1],
  ['const x = a & b', 1],
  ['const x = a | 0', 1],
  ['const x = `${Math.log(a)}`', 1],
  ['const x = new Date(0)', 1],
  ['const x = performance.now()', 1],
  ["const x = new Intl.NumberFormat('en')", 1],
  ['const x = a.toLocaleString()', 1],
  ['const x = a.localeCompare(b)', 1],
  ['const x = a.toFixed(2)', 1],
  ['const x = values.sort()', 1],
  ['const x = values.toSorted()', 1],
  ['const x = globalThis', 1],
  ["const x = await import('./other.ts')", 1],
  ["import { averageVolume } from '../../finlist/average-volume.ts'", 1],
  ["import fs from 'node:fs'", 1],
])('for the source %s the arithmetic check reports %i faults', (text, count) => expect(faults(text)).toBe(count))

it('the arithmetic check covers only the folders of the method and the model', () =>
  expect(faults('Math.log(1)', 'packages/domain/src/chart/spans.ts')).toBe(0))
it('the arithmetic check finds no fault in the current method', () => expect(checkArithmetic()).toEqual([]))
