import { expect, it } from 'vitest'
import { everyCall } from '../../apps/server/src/http/api-documents/every-call.ts'
import { haproxyOfTheDocuments } from './engines/haproxy.ts'

it('HAProxy never resends a call that changes data to another server', async () => {
  const [, pattern = ''] = /acl changes path_reg (.*)/.exec(haproxyOfTheDocuments()) ?? []
  const reads = [...(await everyCall()).values()].map(({ call }) => call).filter(({ method }) => method === 'GET')
  const marked = reads.filter(({ path }) => new RegExp(pattern).test(`/api${path.replaceAll(/:\w+/g, '1')}`))
  expect(marked.map(({ path }) => path)).toEqual(reads.filter(({ changes }) => changes).map(({ path }) => path))
})
