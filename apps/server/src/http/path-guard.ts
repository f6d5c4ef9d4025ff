export const longestPart = 200
const nowhere = '/api/nowhere'

/**
 * The request's address. A path that cannot be decoded, or has a part longer than any of ours, is replaced by an
 * address without a route, so that it is refused like any other, with all headers and in the caller's language.
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
