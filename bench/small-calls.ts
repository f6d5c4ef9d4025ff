// How much CPU do the device check and a small call take, compared with a bare server? At most 2x for a token that the server process has checked before.
import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import autocannon from 'autocannon'
import { compare, machine, print, startHouse } from './parts/cpu.ts'

const limit = 2
const amount = 50_000
const { child, told } = await startHouse()
const { base, tokens } = told
const check = `/api${deviceCheck.path}?path=%2Ffinlist%2FHKEX%2Flast-updated&page=%2F`

const first = await fetch(base + check, { headers: { authorization: `Bearer ${tokens[0]}` } })
const { data } = (await first.json()) as { data: { deviceId: string; deviceKey: string } }
const headers = {
  authorization: `Bearer ${tokens[0]}`,
  [deviceHeaders.deviceId]: data.deviceId,
  [deviceHeaders.deviceKey]: data.deviceKey,
}

process.stdout.write(`${machine()}\n`)
const measured = await compare(
  child,
  base,
  [
    { name: 'device check', path: check, headers },
    { name: 'small call (last-updated)', path: '/api/finlist/HKEX/last-updated', headers },
  ],
  amount,
)
measured.forEach(print)

let next = 1
const fresh = await autocannon({
  url: base + check,
  connections: 10,
  amount: tokens.length - 1_000,
  requests: [
    {
      setupRequest: request => ({
        ...request,
        headers: { ...headers, authorization: `Bearer ${tokens[next++ % tokens.length]}` },
      }),
    },
  ],
})
process.stdout.write(
  `device check, every token seen for the first time: ${Math.round(fresh.requests.total / fresh.duration)} requests/s\n`,
)
child.disconnect()
if (measured.some(({ ratio }) => ratio > limit)) {
  process.stderr.write(`over ${limit}x\n`)
  process.exitCode = 1
}
