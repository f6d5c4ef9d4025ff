export function formatBytes(bytes: number): string {
  const [size, unit] =
    bytes < 1_024 ? [bytes, 'B'] : bytes < 1_048_576 ? [bytes / 1_024, 'kB'] : [bytes / 1_048_576, 'MB']
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(size)} ${unit}`
}

export const formatCount = (count: number) => new Intl.NumberFormat('en').format(count)
