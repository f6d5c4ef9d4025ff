import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ApiClient, openTestServer } from '../test-server.ts'

// Builds a MaxMind-format database in which every IPv4 address is in the same place (MaxMind DB file format 2.0).
const text = (value: string) => [(2 << 5) | value.length, ...Buffer.from(value)]
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return [(3 << 5) | 8, ...bytes]
}
const short = (value: number) => [(5 << 5) | 2, value >> 8, value & 255]
const map = (entries: Record<string, number[]>) => [
  (7 << 5) | Object.keys(entries).length,
  ...Object.entries(entries).flatMap(([key, value]) => [...text(key), ...value]),
]
const everywhere = Buffer.from([
  0,
  0,
  17,
  0,
  0,
  17,
  ...Array.from({ length: 16 }, () => 0),
  ...map({
    city: map({ names: map({ en: text('Sha Tin') }) }),
    country: map({ names: map({ en: text('Hong Kong') }) }),
    location: map({ latitude: double(22.38), longitude: double(114.19), time_zone: text('Asia/Hong_Kong') }),
  }),
  0xab,
  0xcd,
  0xef,
  ...Buffer.from('MaxMind.com'),
  ...map({
    node_count: short(1),
    record_size: short(24),
    ip_version: short(4),
    database_type: text('Test'),
    languages: [0, 4],
    binary_format_major_version: short(2),
    binary_format_minor_version: short(0),
    build_epoch: short(1),
    description: map({}),
  }),
])

it('the first permission check returns the location of the caller’s address from the operator’s own database (GATE-11)', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'finlist-location-')), 'places.mmdb')
  await writeFile(path, everywhere)
  const testServer = await openTestServer({ GEOIP_DB_PATH: path })
  try {
    const apiClient = new ApiClient(testServer)
    await apiClient.browser.oneClick('free@demo.example')
    await apiClient.takeToken()
    const { data } = await apiClient.check()
    expect(data.location).toEqual({
      city: 'Sha Tin',
      country: 'Hong Kong',
      latitude: '22.38',
      longitude: '114.19',
      timezone: 'Asia/Hong_Kong',
    })
  } finally {
    await testServer.close()
  }
})
