"""S3 on a port of its own, with one bucket, `papers`: it prints the port, and ends with its input."""

import logging
import sys

import boto3
from moto.server import ThreadedMotoServer


logging.disable()
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
client = boto3.client(
    "s3",
    endpoint_url=f"http://{host}:{port}",
    aws_access_key_id="desk",
    aws_secret_access_key="secret",
    region_name="us-east-1",
)
client.create_bucket(Bucket="papers")
print(port, flush=True)
sys.stdin.read()
server.stop()
