export function useMemoryForTemporaryFiles(): void
