"""A gRPC client that knows nothing of Nirmaan but its address: it learns the services by reflection.

Run beside the demo server, whose address it finds in BASE_URL. Its last line is `N passed, N failed`.
"""

import os
import pathlib
import sys
import traceback

import grpc
from google.protobuf import descriptor_pool, message_factory
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

TENDERS = pathlib.Path(__file__).parent.parent / "it" / "data" / "tenders.csv"
CONTRACTS = "nirmaan.contracts.v1.ContractService"
PASSWORD = "Nirmaan@2026"


class Nirmaan:
    """Calls RPCs by name, with messages made from the server's own descriptors."""

    def __init__(self, address):
        self.channel = grpc.insecure_channel(address)
        self.reflection = ProtoReflectionDescriptorDatabase(self.channel)
        self.pool = descriptor_pool.DescriptorPool(self.reflection)

    def services(self):
        return set(self.reflection.get_services())

    def message(self, name, **fields):
        return message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))(**fields)

    def call(self, service, method, request, token=None, streaming=False):
        descriptor = self.pool.FindServiceByName(service).FindMethodByName(method)
        answer = message_factory.GetMessageClass(descriptor.output_type)
        stub = (self.channel.stream_stream if streaming else self.channel.unary_unary)(
            f"/{service}/{method}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=answer.FromString,
        )
        metadata = [("authorization", f"Bearer {token}")] if token else []
        return stub(request, metadata=metadata, timeout=30)

    def log_in(self, tenant, email):
        request = self.message(
            "nirmaan.auth.v1.LoginRequest", email_or_mobile=email, password=PASSWORD, tenant_name=tenant
        )
        return self.call("nirmaan.auth.v1.AuthService", "Login", request)

    def total(self, token):
        request = self.message(f"{PACKAGE}.FilterContractsRequest")
        return self.call(CONTRACTS, "FilterContracts", request, token).total_elements

    def upload(self, token):
        def parts():
            start = self.message(f"{PACKAGE}.FileStart", file_name="tenders.csv")
            yield self.message(f"{PACKAGE}.BulkUploadContractsRequest", file_start=start)
            yield self.message(f"{PACKAGE}.BulkUploadContractsRequest", chunk=TENDERS.read_bytes())

        *progress, last = self.call(CONTRACTS, "BulkUploadContracts", parts(), token, streaming=True)
        assert all(event.WhichOneof("event") == "progress" for event in progress)
        return last.result


PACKAGE = "nirmaan.contracts.v1"


def refused(call, code):
    try:
        call()
    except grpc.RpcError as error:
        assert error.code() == code, error
        return error
    raise AssertionError(f"expected {code}")


def test_the_services_are_reflected(server):
    assert {"nirmaan.auth.v1.AuthService", CONTRACTS, "grpc.health.v1.Health"} <= server.services()


def test_a_register_is_imported_once(server):
    token = server.log_in("Himalaya Roads", "owner@himalaya.example").access_token
    before = server.total(token)
    first, second = server.upload(token), server.upload(token)
    assert (first.imported, len(first.failures)) == (14, 0), first
    assert (second.imported, len(second.failures)) == (0, 14), second
    assert all("already exists" in failure.reason for failure in second.failures)
    assert server.total(token) == before + 14


# Spec: S6.enforced
def test_nobody_and_a_viewer_are_refused(server):
    request = server.message(f"{PACKAGE}.CreateContractRequest")
    create = lambda token: server.call(CONTRACTS, "CreateContract", request, token)
    refused(lambda: create(None), grpc.StatusCode.UNAUTHENTICATED)
    refused(lambda: create("forged"), grpc.StatusCode.UNAUTHENTICATED)
    viewer = server.log_in("Bharat Infra", "viewer@bharat.example").access_token
    error = refused(lambda: create(viewer), grpc.StatusCode.PERMISSION_DENIED)
    assert "Contracts" in error.details()


# Spec: S6.tenant-scope
def test_another_tenants_contract_is_not_there(server):
    owner = server.log_in("Bharat Infra", "owner@bharat.example").access_token
    stranger = server.log_in("Deccan Builders", "owner@deccan.example").access_token
    page = server.call(CONTRACTS, "FilterContracts", server.message(f"{PACKAGE}.FilterContractsRequest"), owner)
    request = server.message(f"{PACKAGE}.GetContractRequest", id=page.content[0].id)
    assert server.call(CONTRACTS, "GetContract", request, owner).bid_id == page.content[0].bid_id
    refused(lambda: server.call(CONTRACTS, "GetContract", request, stranger), grpc.StatusCode.NOT_FOUND)


def main():
    server = Nirmaan(os.environ["BASE_URL"].removeprefix("http://"))
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        try:
            test(server)
            print(f"ok      {name}")
        except Exception:
            failed += 1
            print(f"FAILED  {name}")
            traceback.print_exc()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
