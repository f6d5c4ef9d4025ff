export function loadStoryData(
  node: string,
  options: { folder: string; port: number; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<void>
export function copyStoryData(from: string, to: string): Promise<void>
