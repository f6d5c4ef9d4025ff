import { productNow } from '../../api/product-now.ts'
import { read, write } from '../../api/storage.ts'

/** Records that one half of the education page was viewed now. */
export function noteEducation(half: 'sundayClub' | 'videos', now = new Date(productNow())): void {
  const viewed = read('pageLastViewed')
  write('pageLastViewed', { ...viewed, education: { ...viewed.education, [half]: now.toISOString() } })
}
