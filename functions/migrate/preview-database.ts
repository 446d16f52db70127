const PREVIEW_DATABASE = /^pauta_pr_\d+$/

/** Throws for a database that no preview has, as stacks/database.ts names them. */
export function assertPreviewDatabase(name: string): void {
  if (!PREVIEW_DATABASE.test(name)) throw new Error(`${name} is not the database of a preview`)
}
