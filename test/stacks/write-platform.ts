import { ensurePlatform } from './platform.ts'

// Writes the types of SST and its providers, which `npm run check` needs to check the types of stacks/.
ensurePlatform()
