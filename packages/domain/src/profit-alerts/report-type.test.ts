import { describe, expect, it } from 'vitest'
import { classify } from './report-type.ts'

const byTitle = (title: string) => classify({ type: '', title })

describe('an announcement', () => {
  it.each([
    ['POSITIVE PROFIT ALERT FOR THE SIX MONTHS ENDED 30 JUNE 2026', 'POSITIVE', 'POSITIVE'],
    ['Positive Profit Alert and Inside Information', 'POSITIVE', 'Positive'],
    ['PROFIT WARNING', 'NEGATIVE', 'WARNING'],
    ['INSIDE INFORMATION - DECREASE IN LOSS FOR THE YEAR', 'POSITIVE', 'DECREASE IN LOSS'],
    ['Reduction in net loss attributable to owners', 'POSITIVE', 'Reduction in net loss'],
    ['Expected increase in consolidated net profit', 'POSITIVE', 'increase in consolidated net profit'],
    ['Turnaround from loss to profit', 'POSITIVE', 'Turnaround'],
    ['Expected change from a profit to a loss', 'NEGATIVE', 'profit to a loss'],
    ['Significant decline in profit', 'NEGATIVE', 'decline in profit'],
    ['Expected increase in net loss', 'NEGATIVE', 'increase in net loss'],
    ['盈喜', 'POSITIVE', '盈喜'],
    ['正面盈利預告', 'POSITIVE', '正面盈利'],
    ['盈利警告', 'NEGATIVE', '盈利警告'],
    ['內幕消息：預期扭虧為盈', 'POSITIVE', '扭虧'],
    ['內幕消息：預期虧損大幅收窄', 'POSITIVE', '虧損大幅收窄'],
    ['預期純利增加', 'POSITIVE', '純利增加'],
    ['預期股東應佔溢利減少', 'NEGATIVE', '溢利減少'],
    ['預期虧損擴大', 'NEGATIVE', '虧損擴大'],
  ])('titled %s is %s by “%s” (PA-06)', (title, type, by) => expect(byTitle(title)).toEqual({ type, by }))

  it.each([
    'PROFIT ALERT',
    'INSIDE INFORMATION',
    '',
    'Supplement to the positive profit alert and the profit warning',
    'Increase in profit of one segment and decrease in profit of another',
  ])('titled “%s” is of another type, because its words say neither or both (PA-06)', title =>
    expect(byTitle(title)).toEqual({ type: 'OTHER', by: null }),
  )

  it.each([
    ['Profit Warning', 'POSITIVE PROFIT ALERT', 'POSITIVE'],
    ['Profit Warning', 'INSIDE INFORMATION', 'NEGATIVE'],
    ['negative', 'Positive Profit Alert', 'NEGATIVE'],
    [' other ', 'PROFIT WARNING', 'OTHER'],
    ['', 'PROFIT WARNING', 'NEGATIVE'],
    ['盈喜', '', 'POSITIVE'],
  ])('of the type “%s” with the title “%s” is %s (PA-06)', (type, title, classified) =>
    expect(classify({ type, title }).type).toBe(classified),
  )
})
