import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { languageIds } from '@finlist/i18n/languages'
import { type TextKey, translate } from './translate.ts'

const reasons: Record<string, { httpStatus: number; text: TextKey }> = {
  HPE_HEADER_OVERFLOW: { httpStatus: 431, text: 'head-too-large' },
  'tiny-chunks': { httpStatus: 400, text: 'tiny-chunks' },
  ERR_HTTP_REQUEST_TIMEOUT: { httpStatus: 408, text: 'too-slow' },
}

/** Responds in JSON to a malformed HTTP request. The caller's language is unknown, so the text is in every language. */
export function answerMalformedRequest({ code }: { code: string }, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { httpStatus, text } = reasons[code] ?? { httpStatus: 400, text: 'not-http' as const }
  const values = { kilobytes: maxHeaderSize / 1_024 }
  const message = languageIds.map(language => translate(language, text, values)).join(' ')
  const body = JSON.stringify({ status: 'Error', errors: [{ message, field: 'request' }] })
  const head = [
    `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: private, no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
