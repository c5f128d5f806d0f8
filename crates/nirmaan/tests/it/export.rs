//! Lists as files.

mod contracts;
mod deposits;
mod keyset;
mod platform;
mod stream;

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use reqwest::{Method, StatusCode, header::HeaderMap, multipart};
use serde_json::{Value, json};

use crate::{
    build::Person,
    harness::{App, answer},
};

/// A file as it was answered.
pub struct File {
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

/// A sheet as it was read back.
pub struct Sheet<C> {
    pub header: Vec<String>,
    pub rows: Vec<Vec<C>>,
}

impl<C> Sheet<C> {
    /// The cells below a header.
    pub fn column(&self, label: &str) -> Vec<&C> {
        let at = self.header.iter().position(|header| header == label).unwrap_or_else(|| panic!("{label}"));
        self.rows.iter().map(|row| &row[at]).collect()
    }
}

impl File {
    /// The lines of a CSV file.
    pub fn csv(&self) -> Sheet<String> {
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").expect("a byte-order mark");
        let mut reader = csv::Reader::from_reader(bytes);
        let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = texts(reader.headers().unwrap());
        let rows = reader.records().map(|record| texts(&record.unwrap())).collect();
        Sheet { header, rows }
    }

    /// The rows of a workbook's only sheet.
    pub fn xlsx(&self) -> Sheet<Data> {
        let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(&self.bytes)).unwrap();
        let range = book.worksheet_range_at(0).unwrap().unwrap();
        let mut rows = range.rows().map(<[Data]>::to_vec);
        let header = rows.next().unwrap().iter().map(ToString::to_string).collect();
        Sheet { header, rows: rows.collect() }
    }
}

impl App {
    /// A list as a file.
    pub async fn export(&self, list: &str, person: &Person, body: Value) -> File {
        let request = self.request(Method::POST, &format!("/api/{list}/export"), Some(&person.token));
        let response = request.json(&body).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{:?}", response.text().await);
        File { headers: response.headers().clone(), bytes: response.bytes().await.unwrap().to_vec() }
    }

    /// Imports contracts; what became of them.
    pub async fn import(&self, person: &Person, name: &str, bytes: Vec<u8>) -> Value {
        let file = multipart::Part::bytes(bytes).file_name(name.to_owned());
        let request = self.request(Method::POST, "/api/contracts/v2/bulk-upload", Some(&person.token));
        answer(request.multipart(multipart::Form::new().part("file", file))).await.ok()
    }

    /// Every row of a list of contracts, page by page.
    pub async fn contracts(&self, person: &Person, sort: &Value) -> Vec<Value> {
        let mut rows = Vec::new();
        for number in 0.. {
            let page = json!({"sort": sort, "pagination": {"page": number, "size": 200}});
            let page = self.post("/api/contracts/filter", &person.token, page).await.ok();
            rows.extend(page["content"].as_array().unwrap().iter().cloned());
            if number + 1 >= page["totalPages"].as_i64().unwrap() {
                break;
            }
        }
        rows
    }
}
