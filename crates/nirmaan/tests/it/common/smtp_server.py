"""A mail server on a port of its own: it prints the port, and each mail that it takes as a line of JSON.

It takes mail only from `desk`, with the password `p@ss`.
"""

import asyncio
import email
import email.policy
import json
import logging

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


logging.disable()


class Printer:
    async def handle_DATA(self, _server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        print(
            json.dumps({
                "user": session.auth_data.login.decode(),
                "sender": envelope.mail_from,
                "recipients": envelope.rcpt_tos,
                "headers": dict(mail.items()),
                "replyTo": [mail["Reply-To"].addresses[0].display_name, mail["Reply-To"].addresses[0].addr_spec],
                "text": mail.get_content(),
            }),
            flush=True,
        )
        return "250 taken"


def authenticate(_server, _session, _envelope, _mechanism, data):
    return AuthResult(success=data == LoginPassword(b"desk", b"p@ss"), auth_data=data)


async def main():
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Printer(), authenticator=authenticate, auth_required=True, auth_require_tls=False),
        host="127.0.0.1",
        port=0,
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
