/** Writes ten-thousandths as percent, with a sign. */
export function signed(tenThousandths: number): string {
  const percent = (Math.abs(tenThousandths) / 100).toFixed(1)
  return percent === '0.0' ? percent : `${tenThousandths < 0 ? '−' : '+'}${percent}`
}
