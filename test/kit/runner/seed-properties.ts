import fc from 'fast-check'
import { seedByForm } from './form.ts'

// For properties without a seed of their own. The message of a property that fails contains its seed.
fc.configureGlobal({ seed: seedByForm(20_261_122) })
