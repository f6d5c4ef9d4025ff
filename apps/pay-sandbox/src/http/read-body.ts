import type { IncomingMessage } from 'node:http'
import { ApiError } from '../route.ts'

const mostBytes = 1_048_576

/** Reads the body as text. Throws a 413 if it exceeds 1 MiB, and a 400 if it is not UTF-8. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  // Keeps the request open after an oversized body, so that the 413 can still be sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) throw refused(413, 'The request is too large.')
    parts.push(part)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw refused(400, 'The body is not UTF-8.')
  }
}

function refused(status: number, message: string): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message })
}
