/** Stands where text will stand, at its height. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-sm bg-wash ${className}`} />
}
