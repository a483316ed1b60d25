import { actingAs } from '../../credentials/aws-identity.ts'
import { azureStore } from './azure-store.ts'
import { gcsStore } from './gcs-store.ts'
import type { LakeOptions } from './lake-options.ts'
import type { ObjectStore, StoreHost } from './object-store.ts'
import { s3Store } from './s3-store.ts'

export async function openStore({ store }: LakeOptions, host: StoreHost): Promise<ObjectStore> {
  switch (store.kind) {
    case 's3': {
      const { identity } = store
      return s3Store({ ...store, identity: identity === null ? null : await actingAs(identity, host) }, host)
    }
    case 'gcs':
      return gcsStore(store, host)
    case 'azure':
      return azureStore(store, host)
  }
}
