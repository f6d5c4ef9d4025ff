import { rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announcementsOf } from '@finlist/demo-market/announcements'
import { holdingsOf } from '@finlist/demo-market/shareholding'
import { snapshotsOf } from '@finlist/demo-market/snapshots'
import { addDays, type Day, isTradingDay } from '@finlist/domain/calendar'
import { type Installation, marketOn } from './installation.ts'

/** A file that a supplier leaves in a folder at the time `at`, in ms. */
type Delivery = { at: number; folder: 'movers' | 'shareholding' | 'profit-alerts'; name: string; text: string }

const hourMs = 3_600_000
const heldStocks = 4
/** A file is loaded only after it has been unchanged for half a minute. */
const longUnchangedMs = 120_000

/** The files of a day: half-hourly snapshots during the day, holdings and profit alerts in the evening. */
function deliveriesOf(day: Day): Delivery[] {
  if (!isTradingDay('HKEX', day)) return []
  const market = marketOn('HKEX', day)
  const date = day.replaceAll('-', '')
  const evening = (time: string) => Date.parse(`${day}T${time}:00+08:00`)
  const snapshots = snapshotsOf(market, day).map(({ takenAt, stocks }): Delivery => {
    const time = new Date(takenAt + 8 * hourMs).toISOString().slice(11, 16).replace(':', '')
    const rows = stocks.map(({ stockCode, price, volume }) => [stockCode, volume, price])
    return { at: takenAt, folder: 'movers', name: `${date}-${time}.csv`, text: csv('stockCode,volume,price', rows) }
  })
  const holdings = market.stocks
    .slice(0, heldStocks)
    .flatMap(stock => holdingsOf(market, stock, [day]))
    .map(it => [it.stockCode, it.date, it.participantId, it.participantName, it.shareholding, it.shareholdingPercent])
  const alerts = announcementsOf(market, day).map(({ stockCode, releasedAt, reportType }) => [
    stockCode,
    new Date(releasedAt).toISOString(),
    reportType,
    `https://news.example/${stockCode}/${date}`,
  ])
  const holdingsHead = 'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent'
  return [
    ...snapshots,
    {
      at: evening('22:00'),
      folder: 'shareholding',
      name: `ccass-${date}.csv`,
      text: csv(holdingsHead, holdings),
    },
    {
      at: evening('23:00'),
      folder: 'profit-alerts',
      name: `alerts-${date}.csv`,
      text: csv('stockCode,releaseTime,reportType,link', alerts),
    },
  ]
}

const csv = (head: string, rows: (string | number)[][]) =>
  [head, ...rows.map(row => row.join(','))].map(line => `${line}\n`).join('')

/** All files from one day to another, as suppliers deliver them without faults. */
export function goodDeliveries(from: Day, to: Day): Delivery[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days.flatMap(deliveriesOf)
}

/** The same files, some of which are cut, late, delivered twice or have a renamed column. */
export function faultyDeliveries(good: readonly Delivery[]): Delivery[] {
  return good.flatMap(file => {
    const later = (ms: number) => ({ ...file, at: file.at + ms })
    switch (file.name) {
      case '20260713-1030.csv':
        return [{ ...file, text: cut(file.text) }, later(hourMs)]
      case 'ccass-20260714.csv':
        return [{ ...file, text: cut(file.text) }, later(hourMs), later(3 * 24 * hourMs)]
      case 'alerts-20260715.csv':
        return [{ ...file, text: file.text.replace('releaseTime', 'published') }, later(hourMs)]
      case 'ccass-20260716.csv':
        return [later(24 * hourMs)]
      default:
        return [file]
    }
  })
}

/** The file up to the middle of a line: up to the end of that line's first cell. */
function cut(text: string): string {
  const lineStart = text.indexOf('\n', text.length / 2) + 1
  return text.slice(0, text.indexOf(',', lineStart) + 1)
}

/** Puts the files that became due after `since`, up to now, into their folders. */
export async function deliver(files: readonly Delivery[], { incoming, movers, now }: Installation, since: number) {
  for (const { at, folder, name, text } of files) {
    if (at <= since || at > now()) continue
    const place = folder === 'movers' ? movers : join(incoming, 'HKEX', folder)
    const written = join(place, `.${name}`)
    await writeFile(written, text)
    const earlier = new Date(Date.now() - longUnchangedMs)
    await utimes(written, earlier, earlier)
    await rename(written, join(place, name))
  }
}
