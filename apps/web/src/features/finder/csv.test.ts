import type { FinderStock } from '@finlist/contract/finder'
import { figuresIn, unknownFigures } from '@finlist/domain/finlist/board-figures'
import { expect, it } from 'vitest'
import { stocksToCsv } from './csv.ts'

it('the CSV export of Finder has one line per stock, quotes values where necessary and neutralises formulas', () => {
  const stock = {
    stockCode: '0700',
    stockName: 'Seven, "Hundred" Ltd',
    stockNameZh: '七百',
    watchlistData: [],
    issueDate: '2024-05-10',
    priceDate: '2024-05-10',
    patternType: 'BASE',
    variant: 'ascending',
    buyPoint: 310,
    ...unknownFigures,
    buyPointDistance: 3.26,
    volumeMultiple: 0.97,
    rank: 91,
    close: 300.2,
    closeChange: null,
    volume: 12_345_678,
    volumeChange: -3.5,
    percivalScore: 95,
    subSector: '=1+1',
    subSectorZh: '',
  } satisfies FinderStock
  const [head, line, end] = stocksToCsv([stock]).split('\r\n')
  const figures = figuresIn('finder')
  expect(figures.map(name => stock[name]).slice(0, 4)).toEqual([3.26, 0.97, 91, null])
  expect(head).toBe(
    `\uFEFFstockCode,stockName,stockNameZh,issueDate,priceDate,close,closeChange,volume,volumeChange,percivalScore,patternType,variant,buyPoint,${figures.join(',')},subSector,subSectorZh`,
  )
  expect(line).toBe(
    `0700,"Seven, ""Hundred"" Ltd",七百,2024-05-10,2024-05-10,300.2,,12345678,-3.5,95,BASE,ascending,310,${figures.map(name => stock[name] ?? '').join(',')},'=1+1,`,
  )
  expect(end).toBe('')
  const [noted, ...lines] = stocksToCsv([stock, stock], 'Demo data').trimEnd().split('\r\n')
  expect(noted).toMatch(/,note$/)
  for (const each of lines) expect(each).toMatch(/,Demo data$/)
})
