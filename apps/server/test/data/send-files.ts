import type { AnyCall } from '@finlist/contract/call'
import type * as z from 'zod/mini'
import type { Answer, ApiClient } from '../test-server.ts'

type Content = string | Buffer
export type Sent = Record<string, Content | { name: string; content: Content }>

/** Posts a form as a browser does. Content without a file name is sent as `<field>.csv`. */
export async function send<C extends AnyCall>(
  apiClient: ApiClient,
  call: C,
  query: Record<string, string>,
  files: Sent,
): Promise<Answer<z.output<C['data']>>> {
  const form = new FormData()
  for (const [field, file] of Object.entries(files)) {
    const { name, content } =
      typeof file === 'string' || Buffer.isBuffer(file) ? { name: `${field}.csv`, content: file } : file
    form.set(field, new Blob([content as string]), name)
  }
  const answer = await fetch(`${apiClient.testServer.base}/api${call.path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: apiClient.headers(),
    body: form,
  })
  return { ...((await answer.json()) as Answer<z.output<C['data']>>), http: answer.status, headers: answer.headers }
}

export const lines = (...text: string[]) => `${text.join('\n')}\n`
