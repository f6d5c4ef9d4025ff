import { describe, expect, it } from 'vitest'
import { type Receipt, receiptPdf } from '../src/pdf/receipt.ts'
import { pageCount, textOf } from './pdf-text.ts'

const july17 = Date.UTC(2026, 6, 17) / 1000
const days = 86_400

/** A receipt for an upgrade with a coupon and credit. */
const upgrade: Receipt = {
  language: 'en',
  seller: 'FinList',
  number: '4F2A9C1B-0003',
  status: 'paid',
  currency: 'hkd',
  issuedAt: july17,
  paidAt: july17,
  customer: { name: '陳大文', email: 'taiman@finlist.example', phone: '' },
  lines: [
    { text: 'FinList HK, yearly', from: july17, to: july17 + 365 * days, cents: 1_680_000 },
    { text: 'FinList HK, monthly: unused time', from: july17, to: july17 + 20 * days, cents: -133_333 },
  ],
  subtotalCents: 1_546_667,
  discounts: [{ name: 'WELCOME20', cents: 309_333 }],
  creditCents: 50_000,
  totalDueCents: 1_187_334,
  paidCents: 1_187_334,
  refundedCents: 0,
  card: { brand: 'Visa', last4: '4242' },
}

describe('a receipt', () => {
  it('states in English what was paid, for what, and how', async () => {
    expect(textOf(await receiptPdf(upgrade))).toEqual([
      'Receipt',
      'PAID',
      'Invoice number',
      '4F2A9C1B-0003',
      'Issued on',
      '17 Jul 2026',
      'Paid on',
      '17 Jul 2026',
      'Card',
      'Visa •••• 4242',
      'From',
      'FinList',
      'Hong Kong',
      'Billed to',
      '陳大文',
      'taiman@finlist.example',
      'HK$11,873.34 paid on 17 Jul 2026',
      'Description',
      'Period',
      'Amount',
      'FinList HK, yearly',
      '17 Jul 2026 – 17 Jul 2027',
      'HK$16,800.00',
      'FinList HK, monthly: unused time',
      '17 Jul 2026 – 6 Aug 2026',
      '−HK$1,333.33',
      'Subtotal',
      'HK$15,466.67',
      'Discount: WELCOME20',
      '−HK$3,093.33',
      'Tax (not charged in Hong Kong)',
      'HK$0.00',
      'Paid from credit',
      '−HK$500.00',
      'Amount due',
      'HK$11,873.34',
      'Amount paid',
      'HK$11,873.34',
      'Test payment. No money has moved.',
      '4F2A9C1B-0003',
    ])
  })

  it('states in Chinese that a part was refunded', async () => {
    const refunded: Receipt = { ...upgrade, language: 'zh', status: 'partly-refunded', refundedCents: 100_000 }
    const text = textOf(await receiptPdf(refunded))
    expect(text.slice(0, 6)).toEqual(['收據', '部分退款', '帳單編號', '4F2A9C1B-0003', '發出日期', '2026年7月17日'])
    expect(text).toContain('已退款 HK$1,000.00')
    expect(text).toContain('稅項（香港不徵收）')
    expect(text.slice(-6)).toEqual([
      '實付金額',
      'HK$11,873.34',
      '退款',
      '−HK$1,000.00',
      '測試付款，並無實際款項往來。',
      '4F2A9C1B-0003',
    ])
  })

  it('a receipt of an open invoice states the amount due', async () => {
    const { paidAt: _, card: __, ...rest } = upgrade
    const text = textOf(await receiptPdf({ ...rest, status: 'open', paidCents: 0 }))
    expect(text.slice(0, 2)).toEqual(['Invoice', 'OPEN'])
    expect(text).toContain('HK$11,873.34 due')
    expect(text).not.toContain('Amount paid')
  })

  it('fits on one page however many lines it has: one line gives the number and the total of the rest', async () => {
    const line = upgrade.lines[0]!
    const pdf = await receiptPdf({ ...upgrade, lines: Array.from({ length: 40 }, () => line) })
    expect(pageCount(pdf)).toBe(1)
    const text = textOf(pdf)
    expect(text[text.indexOf('28 more lines') + 1]).toBe('HK$470,400.00')
  })

  it('is tagged for screen readers: one heading, and tables with row and column headers', async () => {
    const pdf = (await receiptPdf(upgrade)).toString('latin1')
    expect(pdf).toContain('/Marked true')
    expect(pdf).toContain('/Lang (en)')
    const elements = [...pdf.matchAll(/\/S \/(\w+)\n/g)].map(([, type]) => type)
    const count = (type: string) => elements.filter(it => it === type).length
    const rows = 4 + 3 + 6
    expect({ H1: count('H1'), Table: count('Table'), TR: count('TR') }).toEqual({ H1: 1, Table: 3, TR: rows })
    expect(pdf.match(/\/Scope \/Row/g)).toHaveLength(rows - 1)
    expect(pdf.match(/\/Scope \/Column/g)).toHaveLength(3)
  })

  it('is small, and byte-identical each time', async () => {
    const chinese: Receipt = { ...upgrade, language: 'zh' }
    const pdf = await receiptPdf(chinese)
    expect(pdf.equals(await receiptPdf(chinese))).toBe(true)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeLessThan(30_000)
  })
})
