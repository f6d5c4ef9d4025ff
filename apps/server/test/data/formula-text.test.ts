import { expect, it } from 'vitest'
import { FormulaText } from '../../src/market-data/import/files/formula-text.ts'

const written = 'code,note\n="0050","a,=""b"""\n2330,="1,000"\n=1,x=\n='
const read = 'code,note\n"0050","a,=""b"""\n2330,"1,000"\n=1,x=\n='

it('a cell written as a formula becomes a quoted cell, wherever the file is split into chunks', () => {
  const bytes = Buffer.from(written)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const text = new FormulaText()
    const pieces = [text.pass(bytes.subarray(0, cut)), text.pass(bytes.subarray(cut)), text.finish()]
    expect([cut, Buffer.concat(pieces).toString()]).toEqual([cut, read])
  }
})
