import { randomUUID } from 'node:crypto'
import { chooseChannels } from '@finlist/contract/channels'
import { type AlertKind, alertKinds } from '@finlist/domain/alerts/kind-names'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ApiClient, TestServer } from '../test-server.ts'

type Told = {
  kind?: AlertKind | 'account'
  exchange?: ExchangeId | null
  stockCode?: string | null
  link?: string
  at?: Date
}

/** The note on the alerts whose items `tellOf` adds. */
export const ownNote = 'Call Ada'

/** Adds an item to the user's inbox, as an alert does, and returns its id. */
export async function tellOf(
  { database: { db } }: Pick<TestServer, 'database'>,
  userId: number,
  { kind = 'price-above', exchange = 'HKEX', stockCode = '700', link = '/watchlist', at }: Told = {},
): Promise<number> {
  const { item_id } = await db
    .insertInto('inbox_item')
    .values({
      user_id: userId,
      kind,
      source: randomUUID(),
      exchange,
      stock_code: stockCode,
      facts: JSON.stringify({ ...factsOf(kind), note: ownNote }),
      link,
      ...(at && { at }),
    })
    .returning('item_id')
    .executeTakeFirstOrThrow()
  return item_id
}

/** Makes the same choice of channels for every kind. */
export const chooseAll = (apiClient: ApiClient, choice: { mail: 'off' | 'now' | 'daily'; push: boolean }) =>
  apiClient.ask(chooseChannels, { body: { choices: alertKinds.map(kind => ({ kind, ...choice })) } })

/** Returns the user's dispatches, with channel and state, oldest first. */
export async function leftFor({ database: { db } }: Pick<TestServer, 'database'>, userId: number) {
  return await db.selectFrom('dispatch').selectAll().where('user_id', '=', userId).orderBy('dispatch_id').execute()
}

export type Mail = { to: string; subject: string; headers: Map<string, string>; body: string }

/** Parses an e-mail as a mail server received it: unfolds its headers and decodes its text. */
export function readMail(raw: string): Mail {
  const [head = '', ...rest] = raw.split('\n\n')
  const headers = new Map(
    head
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const text = rest.join('\n\n')
  const isBase64 = headers.get('content-transfer-encoding') === 'base64'
  return {
    to: headers.get('to') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    headers,
    body: isBase64 ? Buffer.from(text, 'base64').toString() : decodeQuoted(text),
  }
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    .replace(/[\u0080-\u00ff]+/g, bytes => Buffer.from(bytes, 'latin1').toString())

/** Returns every value that the texts of the kinds refer to. */
const factsOf = (kind: AlertKind | 'account') => ({
  date: '2026-09-16',
  issueDate: '2026-09-11',
  name: 'Tencent Holdings',
  nameZh: '騰訊控股',
  close: 321.5,
  high: 323.4,
  value: 320,
  change: 7.17,
  volume: 1_234_500,
  multiple: 2.5,
  buyPoint: 318.8,
  buyPrice: 346.2,
  reportType: 'POSITIVE',
  releasedAt: '2026-09-16T08:31:00.000Z',
  participant: 'HSBC',
  span: 'week',
  term: 'short',
  trend: 'UPTREND',
  before: kind === 'state' ? 'DOWNTREND' : 300,
})
