import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';

/** The services whose answers are stale after a role was given or taken. */
export const MAPPING_SERVICES = [UserRoleMappingService, PermissionService] as const;
