import { productNow } from '../../api/product-now.ts'
import { read, write } from '../../api/storage.ts'

/** Stores the current time as the user's last view of one half of the education page: the live club or the videos. */
export function noteEducation(half: 'sundayClub' | 'videos', now = new Date(productNow())): void {
  const viewed = read('pageLastViewed')
  write('pageLastViewed', { ...viewed, education: { ...viewed.education, [half]: now.toISOString() } })
}
