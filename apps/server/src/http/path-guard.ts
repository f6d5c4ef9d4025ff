export const longestPart = 200
const nowhere = '/api/nowhere'

/**
 * If a request's path cannot be decoded or has an overlong segment, replaces its URL with one that has no route, so
 * that the request gets an ordinary 404 with all headers, in the caller's language.
 */
export function pathGuard({ url = '/' }: { url?: string | undefined }): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (path.length <= longestPart && !path.includes('%')) return url
  return path.split('/').every(part => part.length <= longestPart && isDecodable(part)) ? url : nowhere
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
