import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from './address.ts'

describe('the address of the screener', () => {
  it('is empty for the defaults', () => {
    expect(writeAddress(readAddress(''))).toBe('')
  })

  it.each([
    '?q=rs+%3E+90',
    '?markets=us,jp&scope=list',
    '?scope=watchlist&list=12',
    '?cols=rs,price&sort=-turnover',
    '?cols=-&sort=name&rows=compact&screen=3',
    '?q=base+%3D+%22CWH%22&markets=hk,us,jp,cn,tw',
    '?scope=list&on=2026-05-29&cols=rs',
  ])('is read and written unchanged: %s', search => {
    expect(writeAddress(readAddress(search))).toBe(search)
  })

  it('ignores what it does not know', () => {
    const read = readAddress('?markets=hk,moon&scope=sky&list=-4&cols=rs,colour,rs&sort=-colour&screen=x&on=1987-10-19')
    expect(read).toEqual({
      ...readAddress(''),
      markets: ['HKEX'],
      columns: ['rs'],
    })
  })
})
