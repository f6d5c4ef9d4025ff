import { expect, test } from 'vitest'
import { row, withoutCaller } from './call-map.ts'

const asked = { method: 'GET', path: '/nothing', needs: 'signed-in', changes: false, protocol: false, data: undefined }

test('a call without a caller is a fault unless the call is marked as part of a public protocol', () => {
  const forgotten = row('nobodyAsks', asked)
  const meant = row('nobodyOfOursAsks', { ...asked, protocol: true })
  expect(meant).toContain('| *protocol* |')
  expect(withoutCaller([forgotten, meant, row('finListStocks', asked)].join('\n'))).toEqual(['nobodyAsks'])
})
