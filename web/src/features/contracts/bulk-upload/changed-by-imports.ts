import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';

/** The services whose answers an import, or taking one back, makes stale. */
export const CHANGED_BY_IMPORTS = [
  ContractService,
  ContractDashboardService,
  ContractImportService,
  ContractTimelineService,
  SecurityDepositService,
];
