// How much CPU does a subscriber's read of FinList take, including the checks of token, device and rights, compared with a bare server? At most 2x.
import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import { compare, machine, print, startHouse } from './parts/cpu.ts'

const limit = 2
const amount = 20_000
const { child, told } = await startHouse()
const { base, tokens } = told
const authorization = `Bearer ${tokens[0]}`

const first = await fetch(`${base}/api${deviceCheck.path}?path=/finlist/HKEX&page=/`, { headers: { authorization } })
const { data } = (await first.json()) as { data: { deviceId: string; deviceKey: string } }
const headers = {
  authorization,
  'accept-encoding': 'gzip, deflate, br',
  [deviceHeaders.deviceId]: data.deviceId,
  [deviceHeaders.deviceKey]: data.deviceKey,
}
const dates = await fetch(`${base}/api/finlist/HKEX/issue-dates`, { headers })
const newest = ((await dates.json()) as { data: string[] }).data[0]!
const path = `/api/finlist/HKEX/?issueDate=${newest}`
const list = await fetch(base + path, { headers })
const size = (await list.arrayBuffer()).byteLength
const etag = list.headers.get('etag')!

process.stdout.write(`${machine()}; ${newest}, ${size} bytes before compression\n`)
const measured = await compare(child, base, [{ name: 'FinList, whole', path, headers }], amount)
measured.forEach(print)
const unchanged = await fetch(base + path, { headers: { ...headers, 'if-none-match': etag } })
process.stdout.write(`asked again with its tag: HTTP ${unchanged.status}\n`)
child.disconnect()
if (measured.some(({ ratio }) => ratio > limit) || unchanged.status !== 304) {
  process.stderr.write(`over ${limit}x, or not answered 304\n`)
  process.exitCode = 1
}
