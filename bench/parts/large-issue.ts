import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { dayAt } from '@finlist/domain/calendar'
import type { Told } from './server.ts'

/** The headers of a subscriber's browser, with its own device. */
export async function subscriber({ base, tokens }: Told): Promise<Record<string, string>> {
  const authorization = `Bearer ${tokens[0]}`
  const first = await fetch(`${base}/api${deviceCheck.path}?path=/finlist/HKEX&page=/`, { headers: { authorization } })
  const { data } = (await first.json()) as { data: { deviceId: string; deviceKey: string } }
  return { authorization, [deviceHeaders.deviceId]: data.deviceId, [deviceHeaders.deviceKey]: data.deviceKey }
}

/** Replaces the newest Hong Kong issue with `rows` invented stocks in random order; returns its day. */
export async function publishLargeIssue({ base, staffToken }: Told, rows: number): Promise<string> {
  const issueDate = dayAt('HKEX', Date.now())
  const header =
    'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,subSector,subSectorZh'
  const lines = Array.from({ length: rows }, (_, n) => {
    const mixed = (n * 7919) % 1_000
    return `${10_000 + n},Invented Company ${n},虛構公司${n},${(mixed / 10 + 1).toFixed(2)},${(mixed % 17) - 8},${mixed * 1_000},${mixed % 90},${mixed % 99},Sector ${mixed % 40},行業${mixed % 40}`
  })
  const form = new FormData()
  form.set('finListCsv', new Blob([[header, ...lines].join('\n')]), 'list.csv')
  const path = `/api${uploadFinList.path}?exchange=HKEX&issueDate=${issueDate}`
  const sent = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${staffToken}` },
    body: form,
  })
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`)
  return issueDate
}
