import { readFileSync } from 'node:fs'
import { type Language, languages } from '@finlist/i18n/languages'
import PDFDocument from 'pdfkit'
import { day, money, type Say, sayIn, type TextKey } from '../language.ts'
import { colours, columns, Pen, page } from './pen.ts'

export type ReceiptStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' | 'refunded' | 'partly-refunded'

/** The content of an invoice's PDF. Amounts are in cents, times in seconds since the epoch. */
export type Receipt = {
  language: Language
  seller: string
  number: string
  status: ReceiptStatus
  currency: string
  issuedAt: number
  paidAt?: number
  customer: { name?: string; email?: string; phone?: string }
  lines: { text: string; from: number; to: number; cents: number }[]
  subtotalCents: number
  discounts: { name: string; cents: number }[]
  /** The credit that was used; negative if an amount was added to the balance. */
  creditCents: number
  totalDueCents: number
  paidCents: number
  refundedCents: number
  card?: { brand: string; last4: string }
}

const font = new URL('../../fonts/NotoSansHK-Regular.ttf', import.meta.url)
let fontBytes: Buffer | undefined

const stampColour: Record<ReceiptStatus, string> = {
  draft: colours.faded,
  open: colours.test,
  paid: colours.good,
  uncollectible: colours.wrong,
  void: colours.faded,
  refunded: colours.wrong,
  'partly-refunded': colours.wrong,
}
const mostLines = 12

/** Creates the PDF, one A4 page. Equal receipts produce equal bytes. */
export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const say = sayIn(receipt.language)
  const title = say(receipt.paidAt === undefined ? 'receipt.invoice' : 'receipt.receipt')
  const made = new Date(receipt.issuedAt * 1000)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: languages[receipt.language].tag,
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    info: { Title: `${title} ${receipt.number}`, Author: receipt.seller, CreationDate: made, ModDate: made },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  fontBytes ??= readFileSync(font)
  doc.registerFont('text', fontBytes).font('text')
  const pen = new Pen(doc)
  head(pen, say, receipt, title)
  const below = lines(pen, say, receipt, facts(pen, say, receipt))
  totals(pen, say, receipt, below)
  foot(pen, say, receipt)
  pen.end()
  doc.end()
  return done
}

function head(pen: Pen, say: Say, receipt: Receipt, title: string): void {
  const stamp = say(`receipt.stamp.${receipt.status}`)
  const colour = stampColour[receipt.status]
  pen.write(title, page.left, page.top, { size: 26, strong: true, as: 'H1' })
  const width = pen.width(stamp, 11) + 22
  pen.box(page.right - width, page.top + 6, width, 24, colour)
  pen.write(stamp, page.right - width, page.top + 10.5, { size: 11, strong: true, colour, width, align: 'center' })
}

/** Writes the number, dates and card, and the seller and customer below. Returns the y position of the end. */
function facts(pen: Pen, say: Say, receipt: Receipt): number {
  const rows: [TextKey, string | undefined][] = [
    ['receipt.number', receipt.number],
    ['receipt.issued', day(say, receipt.issuedAt)],
    ['receipt.paid-on', receipt.paidAt === undefined ? undefined : day(say, receipt.paidAt)],
    ['receipt.card', receipt.card && say('receipt.card-ending', receipt.card)],
  ]
  let y = page.top + 56
  pen.within('Table', () => {
    for (const [label, value] of rows) {
      if (value === undefined) continue
      pen.within('TR', () => {
        pen.write(say(label), page.left, y, { size: 10, colour: colours.faded, as: 'row head' })
        pen.write(value, page.left + 120, y, { size: 10, as: 'TD' })
      })
      y += 18
    }
  })
  y += 20
  const { name, email, phone } = receipt.customer
  const paragraphs: [TextKey, number, (string | undefined)[]][] = [
    ['receipt.from', page.left, [receipt.seller, say('receipt.place')]],
    ['receipt.to', columns.period, [name, email, phone]],
  ]
  for (const [label, x, texts] of paragraphs) {
    pen.write(say(label), x, y, { size: 10, colour: colours.faded })
    const shown = texts.filter(text => text !== undefined && text !== '')
    for (const [at, text] of shown.entries())
      pen.write(text!, x, y + 18 + at * 16, { size: 10, strong: at === 0, width: 230 })
  }
  y += 92
  pen.write(sum(say, receipt), page.left, y, { size: 18, strong: true })
  return y + 48
}

function sum(say: Say, receipt: Receipt): string {
  const { status, currency, paidAt } = receipt
  if (status === 'refunded' || status === 'partly-refunded')
    return say('receipt.sum-refunded', { amount: money(receipt.refundedCents, currency) })
  if (paidAt !== undefined)
    return say('receipt.sum-paid', { amount: money(receipt.paidCents, currency), day: day(say, paidAt) })
  return say('receipt.sum-due', { amount: money(receipt.totalDueCents, currency) })
}

function lines(pen: Pen, say: Say, receipt: Receipt, top: number): number {
  const header = { size: 9, colour: colours.faded, as: 'column head' } as const
  const rest = receipt.lines.slice(mostLines)
  const restCents = rest.reduce((cents, line) => cents + line.cents, 0)
  let y = top + 18
  const row = (write: () => void) => {
    y += 9
    pen.within('TR', write)
    y += 21
    pen.rule(y)
  }
  pen.within('Table', () => {
    pen.within('TR', () => {
      pen.write(say('receipt.what'), page.left, top, header)
      pen.write(say('receipt.period'), columns.period, top, header)
      const width = page.right - columns.amount
      pen.write(say('receipt.amount'), columns.amount, top, { ...header, width, align: 'right' })
    })
    pen.rule(y)
    for (const { text, from, to, cents } of receipt.lines.slice(0, mostLines))
      row(() => {
        const width = columns.period - page.left - 12
        pen.write(text, page.left, y, { size: 10, width, as: 'row head' })
        const period = `${day(say, from)} – ${day(say, to)}`
        pen.write(period, columns.period, y, { size: 10, colour: colours.faded, as: 'TD' })
        pen.amount(money(cents, receipt.currency), y)
      })
    if (rest.length > 0)
      row(() => {
        pen.write(say('receipt.more-lines', { count: rest.length }), page.left, y, { size: 10, as: 'row head' })
        pen.write('', columns.period, y, { size: 10, as: 'TD' })
        pen.amount(money(restCents, receipt.currency), y)
      })
  })
  return y + 14
}

function totals(pen: Pen, say: Say, receipt: Receipt, top: number): void {
  const rows: { text: string; cents: number; strong?: boolean }[] = [
    { text: say('receipt.subtotal'), cents: receipt.subtotalCents },
    ...receipt.discounts.map(({ name, cents }) => ({ text: say('receipt.discount', { name }), cents: -cents })),
    { text: say('receipt.tax'), cents: 0 },
    ...(receipt.creditCents > 0 ? [{ text: say('receipt.credit'), cents: -receipt.creditCents }] : []),
    ...(receipt.creditCents < 0 ? [{ text: say('receipt.carried'), cents: -receipt.creditCents }] : []),
    { text: say('receipt.due'), cents: receipt.totalDueCents, strong: receipt.paidAt === undefined },
    ...(receipt.paidAt === undefined ? [] : [{ text: say('receipt.paid'), cents: receipt.paidCents, strong: true }]),
    ...(receipt.refundedCents > 0
      ? [{ text: say('receipt.refunded'), cents: -receipt.refundedCents, strong: true }]
      : []),
  ]
  let y = top
  pen.within('Table', () => {
    for (const { text, cents, strong } of rows) {
      pen.within('TR', () => {
        pen.write(text, columns.period, y, {
          size: 10,
          colour: strong ? colours.ink : colours.faded,
          width: columns.amount - columns.period + 10,
          as: 'row head',
          ...(strong && { strong }),
        })
        pen.amount(money(cents, receipt.currency), y, strong)
      })
      y += 19
    }
  })
}

function foot(pen: Pen, say: Say, receipt: Receipt): void {
  pen.rule(page.bottom)
  pen.write(say('receipt.test'), page.left, page.bottom + 10, { size: 9, colour: colours.test })
  pen.write(receipt.number, page.left, page.bottom + 10, {
    size: 9,
    colour: colours.faded,
    width: page.right - page.left,
    align: 'right',
  })
}
